package dev.sluice.writer;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.module.ModuleFinder;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {

  private static final String OWN = "dev.sluice.writer";

  private final JavaClasses main =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(OWN);

  @Test
  void writerNeedsTheJdkAndNothingElse() {
    assertThat(main).hasSizeGreaterThan(10);

    onlyDependOn("java.base", "java.sql").check(main);
  }

  /** The control: the rule does see dependencies. */
  @Test
  void ruleSeesThatTheWriterNeedsJdbc() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> onlyDependOn("java.base").check(main))
        .withMessageContaining("java.sql.Connection");
  }

  @Test
  void writerRunsOnJava17() throws IOException {
    for (JavaClass type : main) {
      String file = "/" + type.getName().replace('.', '/') + ".class";
      try (InputStream bytes = getClass().getResourceAsStream(file)) {
        assertThat(bytes).as(file).isNotNull();
        int version = ClassFile.of().parse(bytes.readAllBytes()).majorVersion();
        assertThat(version).as(file).isEqualTo(ClassFile.JAVA_17_VERSION).isEqualTo(61);
      }
    }
  }

  private static ArchRule onlyDependOn(String... modules) {
    Set<String> packages = new HashSet<>(Set.of(OWN, "org.jspecify.annotations"));
    for (String module : modules) {
      packages.addAll(ModuleFinder.ofSystem().find(module).orElseThrow().descriptor().packages());
    }
    DescribedPredicate<JavaClass> allowed =
        describe(
            "are in " + String.join(", ", modules) + " or our own",
            type -> packages.contains(type.getBaseComponentType().getPackageName()));
    return classes().should().onlyDependOnClassesThat(allowed);
  }
}
