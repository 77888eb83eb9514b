package dev.sluice.local;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The command line and the environment in which Lambda would start a function's runtime client. */
final class FunctionCommand {

  private static final String RUNTIME_CLIENT =
      "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
  private static final List<String> INHERITED = List.of("PATH", "HOME", "TMPDIR");
  private static final String DEFAULT_REGION = "us-east-1";

  private FunctionCommand() {}

  static List<String> commandLine(FunctionSettings settings, Path javaHome) {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-XX:+UseSerialGC");
    command.add("-Xmx" + heapMegabytes(settings.memoryMegabytes()) + "m");
    command.addAll(settings.jvmArguments());
    command.add("-cp");
    command.add(
        settings.classpath().stream().map(Path::toString).collect(joining(File.pathSeparator)));
    command.add(RUNTIME_CLIENT);
    command.add(settings.handler());
    return command;
  }

  /** Lambda gives the heap 85 % of the function's memory. */
  private static int heapMegabytes(int memoryMegabytes) {
    return memoryMegabytes * 85 / 100;
  }

  /** The caller's variables win, except over those that tie the process to this Runtime API. */
  static Map<String, String> environment(
      FunctionSettings settings, String runtimeApi, Map<String, String> parent) {
    Map<String, String> environment = new TreeMap<>();
    INHERITED.stream()
        .filter(parent::containsKey)
        .forEach(name -> environment.put(name, parent.get(name)));
    environment.put("LANG", "C.UTF-8");
    environment.put("TZ", "UTC");
    environment.put("AWS_REGION", DEFAULT_REGION);
    environment.put("AWS_DEFAULT_REGION", DEFAULT_REGION);
    environment.put("AWS_EXECUTION_ENV", "AWS_Lambda_java25");
    environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
    environment.putAll(settings.environment());
    environment.put("AWS_LAMBDA_RUNTIME_API", runtimeApi);
    environment.put("AWS_LAMBDA_FUNCTION_NAME", settings.name());
    environment.put("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST");
    environment.put(
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(settings.memoryMegabytes()));
    environment.put("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/" + settings.name());
    environment.put("AWS_LAMBDA_LOG_STREAM_NAME", settings.name());
    environment.put("LAMBDA_TASK_ROOT", settings.taskRoot().toString());
    environment.put("_HANDLER", settings.handler());
    return environment;
  }

  static String functionArn(FunctionSettings settings) {
    String region = settings.environment().getOrDefault("AWS_REGION", DEFAULT_REGION);
    return "arn:aws:lambda:" + region + ":000000000000:function:" + settings.name();
  }
}
