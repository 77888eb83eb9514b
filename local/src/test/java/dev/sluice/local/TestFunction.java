package dev.sluice.local;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.emulators.Pause;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;

/** A function made of this test's classes, whose log can be waited for. */
final class TestFunction {

  final LinkedBlockingQueue<String> log = new LinkedBlockingQueue<>();

  LocalLambdaBuilder scripted() {
    return of(ScriptedHandler.class).name("scripted");
  }

  LocalLambdaBuilder of(Class<?> handler) {
    return LocalLambda.builder()
        .handler(handler.getName())
        .extraClasspath(classpath())
        .logTo(log::add);
  }

  /** This JVM's own classpath, which Surefire may have put into a property of its own. */
  private static List<Path> classpath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(path.split(File.pathSeparator)).map(Path::of).toList();
  }

  String awaitLine(String text) throws InterruptedException {
    String line = log.take();
    while (!line.contains(text)) {
      line = log.take();
    }
    return line;
  }

  static void awaitState(LocalLambda function, char state) throws IOException {
    while (state(function) != state) {
      Pause.briefly();
    }
  }

  /** As in proc(5): T is stopped. */
  static char state(LocalLambda function) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid(function)), "stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2);
  }

  static long pid(LocalLambda function) {
    return function.process().orElseThrow().pid();
  }

  static Map<String, Object> facts(LocalLambda function) throws IOException {
    return JSON.std.mapFrom(
        ((Answer.Answered) function.invokeAndWait("{\"do\":\"facts\"}")).json());
  }
}
