package dev.sluice.emulators;

/**
 * MiniStack takes events for a bus that is named by its ARN, as AWS does, but does not describe
 * such a one. CloudFormation names buses so, and whoever wants to know whether one is there asks.
 */
final class BusByArn {

  /** Fails where the source is another: then it is to be looked at anew. */
  static final String PATCH =
      """
      "$2"/bin/python - <<'END'
      import ministack.services.eventbridge as module
      from pathlib import Path
      source = Path(module.__file__)
      before = '''def _describe_event_bus(data):
          name = data.get("Name", "default")'''
      text = source.read_text()
      assert text.count(before) == 1, "DescribeEventBus of MiniStack is not as expected"
      source.write_text(text.replace(before, before + '.rpartition("event-bus/")[2]'))
      END
      """;

  private BusByArn() {}
}
