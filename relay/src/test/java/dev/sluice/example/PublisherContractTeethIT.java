package dev.sluice.example;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.commons.support.AnnotationSupport.findAnnotatedMethods;

import dev.sluice.relay.contract.KeyOrderFaultContract;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * The contract can fail. The control is WebhookContractIT: the same rules, and a sound publisher.
 */
final class PublisherContractTeethIT {

  @ParameterizedTest
  @MethodSource("dev.sluice.example.Mutant#all")
  void brokenPublisherIsSeen(Mutant mutant) {
    try (WebhookBroker broker = mutant.broker()) {
      KeyOrderFaultContract contract = () -> broker;
      assertThatThrownBy(() -> mutant.rule().check(contract)).isInstanceOf(AssertionError.class);
    }
  }

  @Test
  void everyGroupOfRulesSeesABrokenPublisher() {
    Set<String> groups =
        Stream.of(Test.class, ParameterizedTest.class)
            .flatMap(
                annotation ->
                    findAnnotatedMethods(
                        KeyOrderFaultContract.class, annotation, HierarchyTraversalMode.TOP_DOWN)
                        .stream())
            .map(rule -> rule.getDeclaringClass().getSimpleName())
            .collect(toSet());
    assertThat(groups).hasSize(12);
    assertThat(Mutant.all().map(Mutant::group).collect(toSet())).isEqualTo(groups);
  }
}
