/**
 * A small JSON server for the bank and the webhook receiver of the sandbox: the HTTP
 * implementation of the Apache client with one blocking thread for each connection. It
 * can also delay a response or close the connection without one. Owns no table and no
 * topic.
 */
@NullMarked
package dev.hundi.sandbox.http;

import org.jspecify.annotations.NullMarked;
