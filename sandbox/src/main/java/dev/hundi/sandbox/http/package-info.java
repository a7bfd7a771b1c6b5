/**
 * A small JSON server on top of the JDK's HTTP server, for the bank and the webhook
 * receiver of the sandbox. It can also delay a response or close the connection without
 * one.
 */
@NullMarked
package dev.hundi.sandbox.http;

import org.jspecify.annotations.NullMarked;
