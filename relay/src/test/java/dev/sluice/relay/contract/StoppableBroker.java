package dev.sluice.relay.contract;

/** A broker that can be down for a while, and keeps what it took. */
public interface StoppableBroker extends ContractBroker {

  /** From now on nobody answers. */
  void stop() throws Exception;

  /** Up again, at the same address. */
  void start() throws Exception;
}
