package dev.sluice.cdk;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.iam.IGrantable;

/**
 * The PostgreSQL that holds the outbox, as the functions see it.
 *
 * @param url JDBC, with the host as a token where it is not known yet
 * @param exampleUrl the same with a plausible host
 * @param connectable empty where no security group stands in the way
 * @param access may let a function log in as a role of the database
 * @param migration where and as whom the schema is installed
 * @param gauges what to watch; empty where RDS does not run it
 */
public record Database(
    String url,
    String exampleUrl,
    Optional<IConnectable> connectable,
    Access access,
    Migrator migration,
    List<Gauge> gauges) {

  public Database {
    gauges = List.copyOf(gauges);
  }

  /** Lets a function log in with an IAM token. */
  @FunctionalInterface
  public interface Access {
    void grantConnect(IGrantable function, String user);
  }

  /** A metric of the database, and from when on somebody should look. */
  public record Gauge(Limit limit, IMetric metric, double threshold) {}

  /** What a database runs out of. */
  public enum Limit {
    CPU,
    STORAGE,
    CONNECTIONS
  }

  static String url(String host, String port, String name) {
    return "jdbc:postgresql://" + host + ":" + port + "/" + name;
  }

  static String exampleUrl(String name) {
    return url("database.abcdefghijkl.us-east-1.rds.amazonaws.com", "5432", name);
  }

  /** The migration does not go through a proxy: it must be able to lock for long. */
  Database through(String proxyHost, IConnectable proxy, Access proxyAccess) {
    String name = url.substring(url.lastIndexOf('/') + 1);
    return new Database(
        url(proxyHost, "5432", name),
        exampleUrl,
        Optional.of(proxy),
        proxyAccess,
        migration,
        gauges);
  }
}
