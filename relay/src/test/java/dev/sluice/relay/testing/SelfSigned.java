package dev.sluice.relay.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate that vouches for itself, and its key, in PEM; made by the JDK's keytool. */
public record SelfSigned(String certificate, String key) {

  private static final char[] PASSWORD = "changeit".toCharArray();

  public static SelfSigned of(String host) {
    try {
      Path directory = Files.createTempDirectory("sluice-tls");
      Path store = directory.resolve("store.p12");
      try {
        keytool(store, host);
        return read(store);
      } finally {
        Files.deleteIfExists(store);
        Files.delete(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void keytool(Path store, String host) throws IOException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + host,
                "-ext",
                "SAN=dns:" + host,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!Files.exists(store)) {
      throw new IllegalStateException("keytool: " + output);
    }
  }

  private static SelfSigned read(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream bytes = Files.newInputStream(file)) {
      store.load(bytes, PASSWORD);
    }
    return new SelfSigned(
        pem("CERTIFICATE", store.getCertificate("server").getEncoded()),
        pem("PRIVATE KEY", store.getKey("server", PASSWORD).getEncoded()));
  }

  private static String pem(String kind, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }
}
