/**
 * The HTTP server around the endpoints: its limits, and error answers in the envelope
 * whatever part refuses a request. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.http;

import org.jspecify.annotations.NullMarked;
