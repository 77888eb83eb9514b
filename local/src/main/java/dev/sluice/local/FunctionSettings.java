package dev.sluice.local;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A function's configuration, and the command line and the environment in which Lambda would start
 * its runtime client.
 */
record FunctionSettings(
    String name,
    String handler,
    List<Path> classpath,
    int memoryMegabytes,
    Duration timeout,
    Duration clockBehind,
    List<String> jvmArguments,
    Map<String, String> environment,
    Consumer<String> log) {

  private static final String RUNTIME_CLIENT =
      "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
  private static final List<String> INHERITED = List.of("PATH", "HOME", "TMPDIR");
  private static final String DEFAULT_REGION = "us-east-1";

  FunctionSettings {
    classpath = List.copyOf(classpath);
    jvmArguments = List.copyOf(jvmArguments);
    environment = Map.copyOf(environment);
    if (memoryMegabytes < 128 || memoryMegabytes > 10_240) {
      throw new IllegalArgumentException(
          "memory is 128 to 10240 MB in Lambda, not " + memoryMegabytes);
    }
  }

  Path taskRoot() {
    Path first = classpath.getFirst().toAbsolutePath();
    Path parent = first.getParent();
    return first.toString().endsWith(".jar") && parent != null ? parent : first;
  }

  List<String> commandLine(Path javaHome) {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-XX:+UseSerialGC");
    // Lambda gives the heap 85 % of the function's memory.
    command.add("-Xmx" + memoryMegabytes * 85 / 100 + "m");
    command.addAll(jvmArguments);
    command.add("-cp");
    command.add(classpath.stream().map(Path::toString).collect(joining(File.pathSeparator)));
    command.add(RUNTIME_CLIENT);
    command.add(handler);
    return command;
  }

  /** The caller's variables win, except over those that tie the process to this Runtime API. */
  Map<String, String> environment(String runtimeApi, Map<String, String> parent) {
    Map<String, String> all = new TreeMap<>(parent);
    all.keySet().retainAll(INHERITED);
    all.put("LANG", "C.UTF-8");
    all.put("TZ", "UTC");
    all.put("AWS_REGION", DEFAULT_REGION);
    all.put("AWS_DEFAULT_REGION", DEFAULT_REGION);
    all.put("AWS_EXECUTION_ENV", "AWS_Lambda_java25");
    all.put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
    all.putAll(environment);
    all.put("AWS_LAMBDA_RUNTIME_API", runtimeApi);
    all.put("AWS_LAMBDA_FUNCTION_NAME", name);
    all.put("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST");
    all.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(memoryMegabytes));
    all.put("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/" + name);
    all.put("AWS_LAMBDA_LOG_STREAM_NAME", name);
    all.put("LAMBDA_TASK_ROOT", taskRoot().toString());
    all.put("_HANDLER", handler);
    return all;
  }

  /** By the alias that may change the outbox: this machine is its owner's. */
  String arn() {
    String region = environment.getOrDefault("AWS_REGION", DEFAULT_REGION);
    return "arn:aws:lambda:" + region + ":000000000000:function:" + name + ":live";
  }
}
