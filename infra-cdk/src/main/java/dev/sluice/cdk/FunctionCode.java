package dev.sluice.cdk;

import java.nio.file.Path;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Runtime;

/**
 * What the functions run.
 *
 * @param snapStart whether Lambda may restore them from a snapshot
 */
public record FunctionCode(Code code, Runtime runtime, boolean snapStart) {

  /**
   * The shaded jar on Lambda's own Java. SnapStart takes a start from seconds to a few hundred
   * milliseconds and costs nothing for Java.
   */
  public static FunctionCode jar(Path jar, boolean snapStart) {
    return new FunctionCode(Code.fromAsset(jar.toString()), Runtime.JAVA_25, snapStart);
  }

  /** A directory with an executable {@code bootstrap}, for emulators that have no Java runtime. */
  public static FunctionCode bootstrap(Path directory) {
    return new FunctionCode(Code.fromAsset(directory.toString()), Runtime.PROVIDED_AL2023, false);
  }
}
