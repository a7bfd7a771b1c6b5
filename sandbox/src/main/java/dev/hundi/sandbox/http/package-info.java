/**
 * A small JSON-over-HTTP server on the JDK's own, for the two outside parties the sandbox
 * plays: the bank and the merchant's webhook receiver. It can do what a well-behaved
 * server cannot: hold an answer back, or hang up without one.
 */
@NullMarked
package dev.hundi.sandbox.http;

import org.jspecify.annotations.NullMarked;
