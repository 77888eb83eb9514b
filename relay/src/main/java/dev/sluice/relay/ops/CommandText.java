package dev.sluice.relay.ops;

import static java.util.Objects.requireNonNullElse;

import dev.sluice.relay.ops.move.Filter;
import dev.sluice.relay.ops.move.FilterText;
import dev.sluice.relay.ops.move.MoveKind;
import dev.sluice.relay.ops.move.MoveRequest;
import dev.sluice.relay.ops.probe.Probe;
import dev.sluice.relay.ops.request.Fields;
import dev.sluice.relay.ops.request.RefusedException;
import dev.sluice.relay.ops.status.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** From {@code {"action": ..., ...}} to a command, with all faults reported together. */
public final class CommandText {

  static final List<String> ACTIONS =
      List.of(
          "status",
          "redrive",
          "discard",
          "replay",
          "pause",
          "resume",
          "clean",
          "measure",
          "preflight",
          "probe",
          "forget",
          "widget");

  private CommandText() {}

  public static Command parse(Map<String, Object> request) {
    if (request.equals(Map.of("describe", true))) {
      return new Command.Describe();
    }
    Object action = request.get("action");
    Map<String, Object> values = new HashMap<>(request);
    values.remove("action");
    values.remove("actor"); // any action may have one
    Fields fields = new Fields(values);
    Command command = command(String.valueOf(action), fields);
    fields.throwIfFaulty(String.valueOf(action));
    return command;
  }

  private static Command command(String action, Fields fields) {
    return switch (action) {
      case "status" -> status(fields);
      case "redrive" -> move(MoveKind.REDRIVE, fields);
      case "discard" -> move(MoveKind.DISCARD, fields);
      case "replay" -> move(MoveKind.REPLAY, fields);
      case "pause" -> pause(fields);
      case "resume" ->
          new Command.Resume(fields.text("subscription"), subject(fields), fields.text("reason"));
      case "forget" -> forget(fields);
      case "clean" -> new Command.Clean();
      case "measure" -> new Command.Measure();
      case "preflight" -> new Command.Preflight();
      case "probe" -> probe(fields);
      case "widget" -> new Command.Widget();
      default ->
          throw new RefusedException(
              "the request", List.of("'action' is " + action + "; it must be one of " + ACTIONS));
    };
  }

  private static Command status(Fields fields) {
    String format = requireNonNullElse(fields.text("format"), "json");
    if (!format.equals("json") && !format.equals("text")) {
      fields.fault("format", "is " + format + "; it must be json or text");
    }
    return new Command.Status(format.equals("text"));
  }

  private static Command probe(Fields fields) {
    int seconds = fields.positive("seconds");
    return new Command.Probe(
        requireNonNullElse(fields.text("stream"), Probe.STREAM),
        seconds == 0 ? Probe.SECONDS : seconds,
        fields.flag("metrics"));
  }

  private static Command pause(Fields fields) {
    Subject subject = subject(fields);
    return new Command.Pause(
        fields.text("subscription"),
        subject,
        required(fields, "reason", "say why, for those who wonder"));
  }

  private static Command forget(Fields fields) {
    String name = required(fields, "subscription", "name one that no route names any more");
    boolean confirm = fields.flag("confirm");
    String reason = fields.text("reason");
    if (confirm && reason == null) {
      fields.fault("reason", "is missing; say why what is owed to it may be given up");
    }
    return new Command.Forget(name, confirm, requireNonNullElse(reason, ""));
  }

  private static Subject subject(Fields fields) {
    String stream = fields.text("stream");
    String destination = fields.text("destination");
    if ((stream == null) == (destination == null)) {
      fields.fault("stream", "or 'destination' is needed, one of them");
    }
    return stream == null
        ? new Subject(Subject.Kind.DESTINATION, requireNonNullElse(destination, ""))
        : new Subject(Subject.Kind.STREAM, stream);
  }

  private static Command move(MoveKind kind, Fields fields) {
    UUID operation = fields.uuid("operation");
    return operation == null ? begin(kind, fields) : new Command.Continue(kind, operation);
  }

  private static Command begin(MoveKind kind, Fields fields) {
    Filter filter = FilterText.read(fields);
    boolean all = fields.flag("all");
    if (filter.everything() != all) {
      fields.fault("all", all ? "contradicts the filter" : "must be true if no filter is given");
    }
    if (kind == MoveKind.REPLAY && filter.group() != null) {
      fields.fault("group", "is of failed events; a replay's have none");
    }
    boolean confirm = fields.flag("confirm");
    boolean acceptGap = kind == MoveKind.DISCARD && fields.flag("acceptGap");
    int perMinute = fields.positive("perMinute");
    String reason = fields.text("reason");
    if (kind == MoveKind.DISCARD && confirm && reason == null) {
      fields.fault("reason", "is missing; say why these events may be given up");
    }
    return new Command.Move(new MoveRequest(kind, filter, confirm, acceptGap, perMinute, reason));
  }

  private static String required(Fields fields, String name, String meaning) {
    @Nullable String value = fields.text(name);
    if (value == null) {
      fields.fault(name, "is missing; " + meaning);
      return "";
    }
    return value;
  }
}
