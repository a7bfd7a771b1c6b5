/**
 * End-to-end tests of the whole platform: signed HTTP requests in, bank records and
 * webhooks out.
 */
@NullMarked
package dev.hundi.sandbox;

import org.jspecify.annotations.NullMarked;
