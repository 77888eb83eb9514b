package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeersTest {

  private final Peers peers = new Peers();

  @Test
  void lanesSendBesideEachOther() {
    assertThat(peers.maySend("a")).isTrue();
    assertThat(peers.maySend("b")).isTrue();
  }

  @Test
  void nothingIsSentBesideAnEventThatIsSentAlone() {
    assertThat(peers.maySendAlone("a")).isTrue();
    assertThat(peers.maySend("b")).isFalse();
    assertThat(peers.maySendAlone("b")).isFalse();
    assertThat(peers.maySend("a")).isTrue();
    peers.rest("a");
    assertThat(peers.maySend("b")).isTrue();
  }

  @Test
  void eventIsSentAloneOnlyWhenNothingOfTheOthersIsInFlight() {
    assertThat(peers.maySend("b")).isTrue();
    assertThat(peers.maySendAlone("a")).isFalse();
    assertThat(peers.maySend("b")).as("begins nothing, so that a's turn comes").isFalse();
    peers.rest("b");
    assertThat(peers.maySendAlone("a")).isTrue();
  }

  @Test
  void laneThatRestsWithoutHavingItsTurnHoldsUpNobody() {
    assertThat(peers.maySend("b")).isTrue();
    assertThat(peers.maySendAlone("a")).isFalse();
    peers.rest("a");
    assertThat(peers.maySend("b")).isTrue();
  }
}
