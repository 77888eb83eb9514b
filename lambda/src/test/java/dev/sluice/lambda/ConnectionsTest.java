package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.relay.config.DatabaseConfig;
import dev.sluice.relay.config.DatabaseConfig.Auth;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConnectionsTest {

  private static final String URL = "jdbc:postgresql://db.internal/app";
  private static final Auth SECRET = new Auth.Secret("arn:aws:secretsmanager:eu-west-1:1:secret:s");

  private static Properties properties(String url, Auth auth) {
    return Connections.properties(new DatabaseConfig(url, "app", auth));
  }

  @Test
  void serverIsVerifiedAgainstTheBundleOnAws() {
    assertThat(properties(URL, SECRET))
        .containsEntry("sslmode", "verify-full")
        .containsEntry("sslfactory", RdsTrust.class.getName());
    assertThat(properties(URL, new Auth.Iam("eu-west-1"))).isEqualTo(properties(URL, SECRET));
  }

  @Test
  void ownAuthorityIsVerifiedAgainstAsStrictly() {
    assertThat(properties(URL + "?sslrootcert=/opt/ca.pem", SECRET))
        .containsEntry("sslmode", "verify-full")
        .doesNotContainKey("sslfactory");
  }

  @Test
  void modeInTheUrlIsTheReadersOwnChoice() {
    assertThat(properties(URL + "?sslmode=require", SECRET))
        .doesNotContainKeys("sslmode", "sslfactory");
  }

  @Test
  void nothingThatPinsAPooledConnectionOrQuotesARowIsOn() {
    assertThat(properties(URL, SECRET))
        .containsEntry("prepareThreshold", "0")
        .containsEntry("logServerErrorDetail", "false");
  }

  @Test
  void authoritiesOfRdsAndOfTheJvmAreTrusted() throws Exception {
    KeyStore trusted = RdsTrust.keyStore();
    X509Certificate[] publicOnes = RdsTrust.manager(null).getAcceptedIssuers();
    assertThat(publicOnes).isNotEmpty();
    assertThat(trusted.size()).isGreaterThan(90 + publicOnes.length);
    assertThat(publicOnes)
        .allSatisfy(authority -> assertThat(trusted.getCertificateAlias(authority)).isNotNull());
    assertThat(new RdsTrust(new Properties()).getDefaultCipherSuites()).isNotEmpty();
  }

  @Test
  void secretOfRdsHoldsThePassword() {
    assertThat(Connections.passwordIn("{\"username\":\"app\",\"password\":\"a\\\"b\"}"))
        .isEqualTo("a\"b");
  }

  @Test
  void secretThatIsNoObjectIsThePassword() {
    assertThat(Connections.passwordIn("hunter2")).isEqualTo("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"pasword\":\"hunter2\"}", "{\"password\":7}", "{\"password\":\"hunter2"})
  void secretWithoutAPasswordIsRefusedAndNotQuoted(String secret) {
    assertThatIllegalStateException()
        .isThrownBy(() -> Connections.passwordIn(secret))
        .withMessage(
            "the secret in SLUICE_DB_SECRET_ARN is a JSON object without the text field 'password'")
        .withNoCause();
  }
}
