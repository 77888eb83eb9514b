package dev.sluice.emulators;

/**
 * Lambda hands over to a function the ARN by which it was invoked. For what a schedule invokes by
 * an alias MiniStack names the version behind it.
 */
final class ScheduledArn {

  /** Fails where the source is another: then it is to be looked at anew. */
  static final String PATCH =
      """
      "$2"/bin/python - <<'END'
      import ministack.services.eventbridge as module
      from pathlib import Path
      source = Path(module.__file__)
      before = '''    exec_record = lambda_svc._execution_record_for_config(func, config)'''
      text = source.read_text()
      assert text.count(before) == 1, "the dispatch of MiniStack is not as expected"
      source.write_text(text.replace(before, before.replace("config)", '{**config, "FunctionArn": arn})')))
      END
      """;

  private ScheduledArn() {}
}
