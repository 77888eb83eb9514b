package dev.sluice.cdk.app;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.cdk.FunctionCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;

/**
 * What a configuration synthesises to, once for all tests: the CDK runs in a Node process of this
 * JVM. cdk-nag is attached, so that a finding fails whoever asks first.
 */
record Synthesised(String configuration, Path directory, List<Template> stacks) {

  static final List<String> CONFIGURATIONS =
      List.of("minimal", "everything", "existing", "aurora-drain", "msk-serverless");

  static final Path PROJECT = Path.of("").toAbsolutePath();

  private static final Map<String, Synthesised> ALL = new ConcurrentHashMap<>();

  static Synthesised of(String configuration) {
    return ALL.computeIfAbsent(
        configuration,
        name ->
            synthesise(name, read(name), FunctionCode.jar(code(), read(name).relay().snapStart())));
  }

  /** With something else in its file. */
  static Synthesised changed(String configuration, String from, String to) {
    return ALL.computeIfAbsent(
        configuration + "-" + Integer.toHexString((from + to).hashCode()),
        name -> {
          String text = text(file(configuration));
          if (!text.contains(from)) {
            throw new AssertionError(configuration + " does not say " + from);
          }
          return synthesise(
              name,
              ConfigurationReader.parse(text.replace(from, to)),
              FunctionCode.jar(code(), true));
        });
  }

  /** As {@code -c emulation=true} has it. */
  static Synthesised emulated(String configuration) {
    return ALL.computeIfAbsent(
        configuration + "-emulated",
        name ->
            synthesise(
                name,
                read(configuration),
                FunctionCode.bootstrap(Bootstrap.around(code(), temporary("emulation")))));
  }

  static Stream<Synthesised> all() {
    return CONFIGURATIONS.stream().map(Synthesised::of);
  }

  static Stream<Template> templates() {
    return all().flatMap(one -> one.stacks().stream());
  }

  static Configuration read(String configuration) {
    return ConfigurationReader.read(file(configuration));
  }

  static Path file(String configuration) {
    return PROJECT.resolve("config").resolve(configuration + ".json");
  }

  Template stack(String name) {
    return stacks.stream().filter(stack -> stack.name().equals(name)).findFirst().orElseThrow();
  }

  private static Synthesised synthesise(
      String name, Configuration configuration, FunctionCode code) {
    Path directory = temporary("cdk.out-" + name);
    App app = new App(AppProps.builder().outdir(directory.toString()).build());
    SluiceApp.compose(app, configuration, code);
    Nag.attach(app);
    app.synth();
    return new Synthesised(name, directory, stacksIn(name, directory));
  }

  private static List<Template> stacksIn(String configuration, Path directory) {
    String suffix = ".template.json";
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .sorted()
          .map(
              file -> {
                String name = file.getFileName().toString().replace(suffix, "");
                return new Template(configuration, name, file, json(file));
              })
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The templates know the jar by its hash only. */
  static Path code() {
    try {
      Path jar = temporary("code").resolve("sluice.jar");
      try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
        for (String architecture : List.of("x86_64", "aarch_64")) {
          ZipEntry library = new ZipEntry("jni/libaws-lambda-jni.linux-" + architecture + ".so");
          library.setTime(0); // the same bytes every time
          zip.putNextEntry(library);
        }
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path temporary(String name) {
    try {
      return Files.createDirectories(
          PROJECT.resolve("target").resolve("synthesised").resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Object> json(Path file) {
    try {
      return JSON.std.mapFrom(text(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return configuration;
  }
}
