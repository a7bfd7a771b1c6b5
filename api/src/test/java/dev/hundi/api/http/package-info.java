/**
 * Tests of the HTTP server around the endpoints.
 */
@NullMarked
package dev.hundi.api.http;

import org.jspecify.annotations.NullMarked;
