package dev.sluice.emulators;

/** The services whose wire protocols the stand-in speaks. */
public enum StandInService {
  SNS,
  SQS,
  EVENTBRIDGE
}
