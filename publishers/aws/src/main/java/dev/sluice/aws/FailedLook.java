package dev.sluice.aws;

import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.Finding.Obstructed;
import dev.sluice.relay.spi.Finding.Unknown;
import java.util.List;

/** A look that failed, in words for an operator. */
final class FailedLook {

  private static final List<String> DENIED =
      List.of("AccessDenied", "AuthorizationError", "NotAuthorized", "Forbidden");
  private static final List<String> MISSING = List.of("NotFound", "NonExistent", "DoesNotExist");

  private FailedLook() {}

  static Finding finding(String name, String permission, CallFailure failure) {
    String code = failure.code();
    if (speaksOf(DENIED, code)) {
      return new Unknown(
          name + " may not be inspected (" + code + ")",
          "allow this function "
              + permission
              + " on it; the relay's permissions are another matter");
    }
    if (speaksOf(MISSING, code)) {
      return new Obstructed(
          name + " does not exist (" + code + ")", "create it, or correct the name");
    }
    return switch (failure.scope()) {
      case PACE -> new Unknown(name + " is throttled (" + code + ")", "check again later");
      case DESTINATION, EVENT, BATCH ->
          new Obstructed(
              name + " cannot be inspected: " + code + said(failure), "fix the reported error");
      case MOMENT ->
          new Obstructed(
              name + " does not answer: " + code + said(failure),
              "check the way from the function's subnets to the service, and AWS_ENDPOINT_URL if it is set");
    };
  }

  private static boolean speaksOf(List<String> words, String code) {
    return words.stream().anyMatch(code::contains);
  }

  private static String said(CallFailure failure) {
    return failure.text().isEmpty() ? "" : " (" + failure.text() + ")";
  }
}
