package dev.sluice.cdk;

import software.amazon.awscdk.services.ec2.InterfaceVpcEndpointAwsService;

/** An AWS API that a function calls, and the endpoint by which an isolated subnet reaches it. */
public enum Api {
  SNS,
  SQS,
  EVENTBRIDGE,
  SECRETS_MANAGER,
  PARAMETER_STORE;

  InterfaceVpcEndpointAwsService endpoint() {
    return switch (this) {
      case SNS -> InterfaceVpcEndpointAwsService.SNS;
      case SQS -> InterfaceVpcEndpointAwsService.SQS;
      case EVENTBRIDGE -> InterfaceVpcEndpointAwsService.EVENTBRIDGE;
      case SECRETS_MANAGER -> InterfaceVpcEndpointAwsService.SECRETS_MANAGER;
      case PARAMETER_STORE -> InterfaceVpcEndpointAwsService.SSM;
    };
  }

  String id() {
    return switch (this) {
      case SNS -> "Sns";
      case SQS -> "Sqs";
      case EVENTBRIDGE -> "EventBridge";
      case SECRETS_MANAGER -> "SecretsManager";
      case PARAMETER_STORE -> "ParameterStore";
    };
  }
}
