/**
 * A merchant as the platform sees one: signed requests over HTTP, written from the
 * specification and not from the api's own code, so that each checks the other. No
 * tables, no topics.
 */
@NullMarked
package dev.hundi.sandbox.client;

import org.jspecify.annotations.NullMarked;
