package dev.sluice.aws;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a service's error code is about. Judged by the code alone: messages change. */
enum FaultScope {
  /** Too much at once: to be sent again, more slowly. */
  PACE,
  /** This event failed this time, or the service has a bad moment. */
  MOMENT,
  /** Nothing can be sent there until a person fixes it. */
  DESTINATION,
  /** This event will never be taken. */
  EVENT,
  /** The entries together: each by itself may be taken. */
  BATCH;

  private static final Map<String, FaultScope> KNOWN =
      Stream.of(
              codes(
                  PACE,
                  "BandwidthLimitExceeded",
                  "KMS.ThrottlingException",
                  "KMSThrottling",
                  "KMSThrottlingException",
                  "LimitExceededException",
                  "OverLimit",
                  "PriorRequestNotComplete",
                  "ProvisionedThroughputExceededException",
                  "RequestLimitExceeded",
                  "RequestThrottled",
                  "RequestThrottledException",
                  "SlowDown",
                  "Throttled",
                  "ThrottledException",
                  "Throttling",
                  "ThrottlingException",
                  "TooManyRequestsException"),
              codes(
                  DESTINATION,
                  "AccessDenied",
                  "AccessDeniedException",
                  "AuthFailure",
                  "AuthorizationError",
                  "AuthorizationErrorException",
                  "AWS.SimpleQueueService.NonExistentQueue",
                  "EndpointDisabled",
                  "ExpiredToken",
                  "ExpiredTokenException",
                  "IncompleteSignature",
                  "InvalidAddress",
                  "InvalidClientTokenId",
                  "InvalidSecurity",
                  "InvalidSecurityException",
                  "InvalidSignatureException",
                  "KMS.AccessDeniedException",
                  "KMS.DisabledException",
                  "KMS.InvalidStateException",
                  "KMS.NotFoundException",
                  "KMS.OptInRequired",
                  "KMSAccessDenied",
                  "KMSAccessDeniedException",
                  "KMSDisabled",
                  "KMSDisabledException",
                  "KMSInvalidState",
                  "KMSInvalidStateException",
                  "KMSNotFound",
                  "KMSNotFoundException",
                  "KMSOptInRequired",
                  "MissingAuthenticationToken",
                  "MissingAuthenticationTokenException",
                  "NonExistentQueue",
                  "NotAuthorized",
                  "NotFound",
                  "NotFoundException",
                  "OperationDisabledException",
                  "OptInRequired",
                  "QueueDeletedRecently",
                  "QueueDoesNotExist",
                  "ResourceNotFoundException",
                  "SignatureDoesNotMatch",
                  "UnrecognizedClientException"),
              codes(
                  EVENT,
                  "InvalidArgument",
                  "InvalidAttributeValue",
                  "InvalidMessageContents",
                  "InvalidParameter",
                  "InvalidParameterException",
                  "InvalidParameterValue",
                  "InvalidParameterValueException",
                  "MalformedDetail",
                  "MessageTooLong",
                  "MissingParameter",
                  "NotAuthorizedForDetailTypeException",
                  "NotAuthorizedForSourceException",
                  "ParameterValueInvalid",
                  "UnsupportedOperation",
                  "ValidationError",
                  "ValidationException"),
              codes(
                  BATCH,
                  "AWS.SimpleQueueService.BatchRequestTooLong",
                  "BatchRequestTooLong",
                  "BatchRequestTooLongException",
                  "RequestEntityTooLargeException"))
          .flatMap(codes -> codes.entrySet().stream())
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private static Map<String, FaultScope> codes(FaultScope scope, String... codes) {
    return Stream.of(codes).collect(Collectors.toMap(code -> code, ignored -> scope));
  }

  /** What is unknown costs an attempt: if it stays, the event is dead in the end and says why. */
  static FaultScope of(String code) {
    return KNOWN.getOrDefault(code, MOMENT);
  }
}
