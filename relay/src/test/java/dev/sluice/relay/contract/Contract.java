package dev.sluice.relay.contract;

/** What the groups of rules have in common. */
interface Contract {

  ContractBroker broker();
}
