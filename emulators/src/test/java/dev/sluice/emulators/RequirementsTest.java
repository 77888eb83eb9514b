package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequirementsTest {

  private final Requirements first =
      new Requirements("tiny", "tiny", "tiny==1.0\nother==2.0\n", "");
  private final Requirements second =
      new Requirements("tiny", "tiny", "tiny==1.0\nother==2.1\n", "");

  @Test
  void samePinsShareADirectory() {
    Requirements again = new Requirements("tiny", "tiny", first.text(), "");

    assertThat(again.directoryName()).isEqualTo(first.directoryName()).matches("tiny-[0-9a-f]{12}");
  }

  @Test
  void otherPinsHaveAnotherDirectory() {
    assertThat(second.directoryName()).isNotEqualTo(first.directoryName()).startsWith("tiny-");
  }

  @Test
  void anotherUseOfTheSamePinsHasAnotherDirectory() {
    Requirements finished = new Requirements("tiny", "tiny", first.text(), "touch \"$2\"/done");

    assertThat(finished.directoryName()).isNotEqualTo(first.directoryName()).startsWith("tiny-");
  }

  @Test
  void versionIsThatOfTheMainPackage() {
    assertThat(new Requirements("tiny", "other", first.text(), "").version()).isEqualTo("2.0");
  }

  @Test
  void unpinnedMainPackageIsRefused() {
    assertThatThrownBy(() -> new Requirements("tiny", "absent", first.text(), "").version())
        .hasMessageContaining("does not pin absent");
  }

  @Test
  void everyPackageOfTheEmulatorsIsPinned() {
    Stream<String> lines =
        Stream.of(LocalStack.PROGRAM, MiniStack.PROGRAM)
            .flatMap(program -> program.requirements().text().lines());

    assertThat(lines).hasSizeGreaterThan(100).allMatch(line -> line.matches("[\\w.-]+==[\\w.]+"));
  }

  @Test
  void namesSayProgramAndVersion() {
    assertThat(LocalStack.PROGRAM.titleAndVersion()).matches("LocalStack 4\\.\\d+\\.\\d+");
    assertThat(MiniStack.PROGRAM.titleAndVersion()).matches("MiniStack 1\\.\\d+\\.\\d+");
  }
}
