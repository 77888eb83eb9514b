package dev.sluice.cdk.app;

import software.amazon.awscdk.services.lambda.Runtime;

/** For whom template.yaml is made. */
enum SamPlatform {
  AWS("lambda/target/sluice.jar", true, true),

  /** Has no Java runtime, and no composite alarms. */
  EMULATOR("code", false, false);

  private final String code;
  private final boolean java;
  private final boolean composite;

  SamPlatform(String code, boolean java, boolean composite) {
    this.code = code;
    this.java = java;
    this.composite = composite;
  }

  /** Where the SAM CLI finds it, seen from the template. */
  String code() {
    return code;
  }

  Runtime runtime() {
    return java ? Runtime.JAVA_25 : Runtime.PROVIDED_AL2023;
  }

  boolean snapStart() {
    return java;
  }

  boolean composite() {
    return composite;
  }
}
