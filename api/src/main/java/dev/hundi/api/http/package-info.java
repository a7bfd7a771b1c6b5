/**
 * The HTTP server: its limits, and error answers in the envelope for every request. Owns
 * no table and no topic.
 */
@NullMarked
package dev.hundi.api.http;

import org.jspecify.annotations.NullMarked;
