package dev.hundi.sandbox.http;

/** The body of every answer that is not a success. */
public record Problem(String code, String message) {
}
