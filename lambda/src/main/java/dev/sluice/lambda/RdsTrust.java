package dev.sluice.lambda;

import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.postgresql.ssl.WrappedFactory;

/**
 * Trusts the RDS certificate authorities that ship with the function and, for RDS Proxy, whose
 * certificate is a public one, those of the JVM.
 */
public final class RdsTrust extends WrappedFactory {

  private static final String BUNDLE = "/rds-global-bundle.pem";

  /** Called by the driver, once a connection. */
  public RdsTrust(Properties properties) throws GeneralSecurityException, IOException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {manager(keyStore())}, null);
    factory = context.getSocketFactory();
  }

  static KeyStore keyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int number = 0;
    try (InputStream bundle = RdsTrust.class.getResourceAsStream(BUNDLE)) {
      for (Certificate authority :
          CertificateFactory.getInstance("X.509").generateCertificates(bundle)) {
        store.setCertificateEntry("rds-" + number++, authority);
      }
    }
    for (X509Certificate authority : manager(null).getAcceptedIssuers()) {
      store.setCertificateEntry("public-" + number++, authority);
    }
    return store;
  }

  static X509TrustManager manager(@Nullable KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    return Arrays.stream(managers.getTrustManagers())
        .filter(X509TrustManager.class::isInstance)
        .map(X509TrustManager.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
