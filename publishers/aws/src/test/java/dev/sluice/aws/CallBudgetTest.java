package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CallBudgetTest {

  private final CallBudget budget = new CallBudget(64);

  private void enter(int destinations) {
    for (int i = 0; i < destinations; i++) {
      budget.enter();
    }
  }

  private void start(int calls) {
    for (int i = 0; i < calls; i++) {
      budget.started();
    }
  }

  @Test
  void destinationsDivideTheCalls() {
    enter(1);
    assertThat(budget.allows(CallBudget.MOST - 1)).isTrue();
    enter(9);
    assertThat(budget.allows(24)).isTrue();
    assertThat(budget.allows(25)).isFalse();
    for (int i = 0; i < 9; i++) {
      budget.leave();
    }
    assertThat(budget.allows(25)).isTrue();
  }

  @Test
  void destinationMayAlwaysMakeOneCall() {
    enter(3 * CallBudget.MOST);
    start(CallBudget.MOST);
    assertThat(budget.allows(0)).isTrue();
    assertThat(budget.allows(1)).isFalse();
  }

  @Test
  void callsThatAreStillInFlightCountAgainstLaterOnes() {
    enter(2);
    start(CallBudget.MOST);
    assertThat(budget.allows(1)).isFalse();
    budget.ended(1);
    assertThat(budget.allows(1)).isTrue();
  }

  @Test
  void aDestinationAloneMayHaveWhatItsSettingAllows() {
    CallBudget large = new CallBudget(1000);
    large.enter();
    assertThat(large.allows(999)).isTrue();
  }
}
