package dev.sluice.cdk.app;

import dev.sluice.cdk.AuroraPostgres;
import dev.sluice.cdk.ExistingDatabase;
import dev.sluice.cdk.PostgresInstance;
import dev.sluice.cdk.app.Configuration.DatabaseChoice;
import java.util.List;
import java.util.regex.Pattern;

/** Reads which database it is to be. */
final class DatabaseReader {

  private static final String CLIENTS = "clientSecurityGroupIds";
  private static final Pattern GROUP = Pattern.compile("sg-[0-9a-f]{8,17}");

  private DatabaseReader() {}

  static DatabaseChoice read(Fields fields, Stage stage) {
    Fields database = fields.object("database");
    DatabaseChoice choice =
        switch (database.text("kind", "instance")) {
          case "instance" -> instance(database, stage);
          case "aurora" -> aurora(database, stage);
          case "existing" -> existing(database);
          default -> {
            database.fault("kind", "must be instance, aurora or existing");
            yield instance(database, stage);
          }
        };
    database.refuseUnknown();
    return choice;
  }

  private static DatabaseChoice instance(Fields database, Stage stage) {
    PostgresInstance.Size usual =
        stage.isTrial() ? PostgresInstance.Size.LEAST : PostgresInstance.Size.SMALL;
    String type = database.text("instanceType", usual.instanceType());
    int many = PostgresInstance.Size.manyConnections(type);
    return new DatabaseChoice.Instance(
        new PostgresInstance.Size(
            type,
            database.number("storageGiB", usual.storageGiB(), 20, 65_536),
            database.number("manyConnections", many, 10, 100_000),
            database.flag("multiZone", stage == Stage.PROD)),
        database.flag("proxy", false),
        clients(database));
  }

  private static DatabaseChoice aurora(Fields database, Stage stage) {
    double least = database.decimal("leastUnits", stage == Stage.PROD ? 0.5 : 0, 0, 256);
    double most = database.decimal("mostUnits", 4, 1, 256);
    if (most < least) {
      database.fault("mostUnits", "must not be below leastUnits");
    }
    boolean proxy = database.flag("proxy", false);
    if (proxy && least == 0) {
      database.fault(
          "proxy",
          "keeps connections open, so that a cluster with leastUnits 0 never sleeps; leave the proxy"
              + " out, or set leastUnits to 0.5 or more");
    }
    return new DatabaseChoice.Aurora(
        new AuroraPostgres.Capacity(
            least, most, database.number("readers", stage == Stage.PROD ? 1 : 0, 0, 15)),
        proxy,
        clients(database));
  }

  private static List<String> clients(Fields database) {
    List<String> groups = database.texts(CLIENTS);
    if (!groups.stream().allMatch(group -> GROUP.matcher(group).matches())) {
      database.fault(CLIENTS, "must be ids of security groups, such as sg-0123456789abcdef0");
    }
    return groups;
  }

  private static DatabaseChoice existing(Fields database) {
    Fields migration = database.object("migration");
    ExistingDatabase existing =
        new ExistingDatabase(
            database.text("host"),
            database.number("port", 5432, 1, 65_535),
            database.text("name"),
            database.text("parameters", ""),
            database.text("resourceId"),
            database.optional("identifier"),
            database.optional("securityGroupId"),
            migration.text("user"),
            migration.optional("secretArn"),
            migration.optional("keyArn"));
    if (migration.has("keyArn") && !migration.has("secretArn")) {
      migration.fault("keyArn", "is of the secret; name that with secretArn");
    }
    migration.refuseUnknown();
    return new DatabaseChoice.Existing(existing);
  }
}
