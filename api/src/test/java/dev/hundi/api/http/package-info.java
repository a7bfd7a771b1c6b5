/**
 * Tests of the HTTP server.
 */
@NullMarked
package dev.hundi.api.http;

import org.jspecify.annotations.NullMarked;
