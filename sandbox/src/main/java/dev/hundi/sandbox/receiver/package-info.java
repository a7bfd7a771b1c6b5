/**
 * The merchant's side of webhooks: an HTTP server that records everything posted to it,
 * checks both signatures, and can be made slow, failing or hanging for one business.
 * Beside it the mail server of the sandbox, which shows the letters of the portals. Keeps
 * everything in memory; no tables, no topics.
 */
@NullMarked
package dev.hundi.sandbox.receiver;

import org.jspecify.annotations.NullMarked;
