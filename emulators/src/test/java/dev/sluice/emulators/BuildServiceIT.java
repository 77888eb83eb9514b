package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The owner stands for Maven, whose test JVMs come and go. */
class BuildServiceIT {

  private final Process owner;
  private final Build build;

  BuildServiceIT() throws IOException {
    owner = new ProcessBuilder("sleep", "1000").start();
    build = new Build(owner.toHandle());
  }

  @AfterEach
  void end() {
    owner.destroyForcibly();
  }

  private OtherJvm jvm() throws IOException {
    return OtherJvm.run(SharingMain.class, Long.toString(owner.pid()));
  }

  private static String endpoint(OtherJvm jvm) throws IOException {
    return jvm.lineWith("endpoint ");
  }

  private ProcessHandle service() throws IOException {
    Path process = build.directory().resolve("ministack").resolve("process");
    return ProcessHandle.of(Long.parseLong(Files.readString(process))).orElseThrow();
  }

  @Test
  void jvmsAtTheSameTimeShareOne() throws Exception {
    try (OtherJvm first = jvm();
        OtherJvm second = jvm()) {
      assertThat(endpoint(first)).isEqualTo(endpoint(second));
    }
  }

  @Test
  void serviceOutlivesTheJvmThatStartedIt() throws Exception {
    String endpoint;
    try (OtherJvm first = jvm()) {
      endpoint = endpoint(first);
      first.process().destroyForcibly().waitFor();
    }
    try (OtherJvm second = jvm()) {
      assertThat(endpoint(second)).isEqualTo(endpoint);
    }
  }

  @Test
  void serviceThatDiedIsStartedAgain() throws Exception {
    try (OtherJvm first = jvm()) {
      endpoint(first);
      ProcessHandle service = service();
      service.destroy();
      service.onExit().get(1, TimeUnit.MINUTES);
      try (OtherJvm second = jvm()) {
        endpoint(second);
        assertThat(service()).isNotEqualTo(service);
      }
    }
  }

  @Test
  void nothingIsLeftWhenTheBuildIsKilled() throws Exception {
    try (OtherJvm first = jvm()) {
      endpoint(first);
    }
    ProcessHandle service = service();
    assertThat(service.descendants()).as("the control").isNotEmpty();

    owner.destroyForcibly();

    service.onExit().get(1, TimeUnit.MINUTES);
    assertThat(build.directory()).doesNotExist();
  }
}
