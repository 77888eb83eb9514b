package dev.sluice.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar with the contract, as somebody gets it who has nothing else of ours but the relay. */
final class ContractJarIT {

  private static final Path RELAY = Path.of("target/sluice-relay.jar");
  private static final Path CONTRACT = Path.of("target/sluice-relay-tests.jar");
  private static final Path EXAMPLE = Path.of("src/test/java/dev/sluice/example");

  @TempDir Path classes;

  @Test
  void holdsTheContractAndNothingElse() throws IOException {
    try (JarFile jar = new JarFile(CONTRACT.toFile())) {
      List<String> names =
          jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")).toList();
      assertThat(names).contains("dev/sluice/relay/contract/PublisherContract.class");
      assertThat(names)
          .allMatch(name -> name.startsWith("dev/sluice/relay/contract/"))
          .noneMatch(name -> name.contains("Offending"));
    }
  }

  @Test
  void examplePublisherAndItsTestsCompileAgainstIt() throws IOException {
    assertThat(compile(CONTRACT, RELAY)).isEmpty();
    assertThat(classes.resolve("dev/sluice/example/WebhookContractIT.class")).exists();
  }

  /** Control: nothing of the build's own directories is seen. */
  @Test
  void exampleDoesNotCompileWithoutIt() throws IOException {
    assertThat(compile(RELAY)).contains("dev.sluice.relay.contract");
  }

  private String compile(Path... ours) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String classPath =
        Stream.concat(Stream.of(ours).map(Path::toString), libraries())
            .collect(Collectors.joining(File.pathSeparator));
    StringWriter messages = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.list(EXAMPLE)) {
      List<Path> example = sources.filter(ContractJarIT::isWebhook).toList();
      List<String> options = List.of("-proc:none", "-d", classes.toString(), "-cp", classPath);
      var units = files.getJavaFileObjectsFromPaths(example);
      var unused = compiler.getTask(messages, files, null, options, null, units).call();
    }
    return messages.toString();
  }

  private static boolean isWebhook(Path source) {
    return source.getFileName().toString().matches("(Unordered)?(Webhook|Hook).*\\.java");
  }

  private static Stream<String> libraries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(
            path ->
                path.contains("junit")
                    || path.contains("assertj")
                    || path.contains("apiguardian")
                    || path.contains("jspecify"));
  }
}
