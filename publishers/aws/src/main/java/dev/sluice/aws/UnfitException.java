package dev.sluice.aws;

/** An event that the service cannot hold, however often it is tried. */
public final class UnfitException extends Exception {

  private static final long serialVersionUID = 1;

  private final String code;

  public UnfitException(String code, String reason) {
    super(reason, null, false, false);
    this.code = code;
  }

  String code() {
    return code;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
