package dev.hundi.sandbox.http;

/** The body of every error response. */
public record Problem(String code, String message) {
}
