package dev.sluice.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.local.Migrations.Migration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MigrationsTest {

  @Test
  void scriptsRunInOrderOfTheirVersionsAsNumbers() {
    Migrations migrations =
        new Migrations(
            List.of(
                new Migration(10, "V10__c.sql", ""),
                new Migration(2, "V2__b.sql", ""),
                new Migration(1, "V1__a.sql", "")));
    assertThat(migrations.scripts()).extracting(Migration::version).containsExactly(1, 2, 10);
  }
}
