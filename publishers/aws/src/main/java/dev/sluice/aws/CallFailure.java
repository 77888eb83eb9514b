package dev.sluice.aws;

import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/** Why a whole call came to nothing, or why nobody knows what came of it. */
record CallFailure(FaultScope scope, String code, String text) {

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int TOO_LARGE = 413;
  private static final int SERVER_ERROR = 500;

  static CallFailure of(SdkException e) {
    return switch (e) {
      case AwsServiceException service -> refused(service);
      default -> new CallFailure(FaultScope.MOMENT, "OUTAGE", cause(e));
    };
  }

  private static CallFailure refused(AwsServiceException e) {
    AwsErrorDetails details = e.awsErrorDetails();
    String code = details == null || details.errorCode() == null ? "" : details.errorCode();
    String text = details == null || details.errorMessage() == null ? "" : details.errorMessage();
    return new CallFailure(
        scope(code, e), code.isEmpty() ? "HTTP_" + e.statusCode() : code, shorten(text));
  }

  private static FaultScope scope(String code, SdkServiceException e) {
    int status = e.statusCode();
    FaultScope known = FaultScope.of(code);
    if (known != FaultScope.MOMENT) {
      return known;
    }
    return switch (status) {
      case TOO_MANY_REQUESTS -> FaultScope.PACE;
      case TOO_LARGE -> FaultScope.BATCH;
      default -> status >= SERVER_ERROR ? FaultScope.MOMENT : FaultScope.BATCH;
    };
  }

  private static String cause(SdkException e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return shorten(root.getClass().getSimpleName() + ": " + root.getMessage());
  }

  private static String shorten(String text) {
    int longest = 300;
    return text.length() <= longest ? text : text.substring(0, longest) + "...";
  }
}
