/**
 * The HTTP server: its limits, the headers of every answer, and errors in the envelope.
 * Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.http;

import org.jspecify.annotations.NullMarked;
