/**
 * Strict parsing of requests: JSON bodies, query parameters, path ids and media types.
 * Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.input;

import org.jspecify.annotations.NullMarked;
