/** The AWS APIs on this machine: emulators for what works, a stand-in for what fails. */
package dev.sluice.emulators;
