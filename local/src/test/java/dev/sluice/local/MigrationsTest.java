package dev.sluice.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationsTest {

  @Test
  void scriptsRunInOrderOfTheirVersionsAsNumbers(@TempDir Path code) throws IOException {
    Path directory = Files.createDirectories(code.resolve("db").resolve("migration"));
    for (String name : List.of("V10__c.sql", "V2__b.sql", "V1__a.sql", "README.md")) {
      Files.writeString(directory.resolve(name), name);
    }
    assertThat(Migrations.in(code).values())
        .containsExactly("V1__a.sql", "V2__b.sql", "V10__c.sql");
  }
}
