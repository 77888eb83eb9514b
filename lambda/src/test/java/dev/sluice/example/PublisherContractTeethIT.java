package dev.sluice.example;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract can fail. The control is WebhookContractIT: the same rules, and a sound publisher.
 */
final class PublisherContractTeethIT {

  @ParameterizedTest
  @MethodSource("dev.sluice.example.Mutant#all")
  void brokenPublisherIsSeen(Mutant mutant) {
    assertThat(FailedRules.of(mutant)).isNotEmpty().isEqualTo(mutant.rules());
  }

  @Test
  void everyRuleSeesABrokenPublisher() {
    Set<String> seeing = Mutant.all().stream().flatMap(it -> it.rules().stream()).collect(toSet());
    assertThat(FailedRules.all().map(Method::getName).collect(toSet()))
        .hasSizeGreaterThan(50)
        .isEqualTo(seeing);
  }
}
