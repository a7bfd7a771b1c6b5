/**
 * The connections of HTTP clients, to banks and to the receivers of webhooks. Owns no
 * table.
 */
@NullMarked
package dev.hundi.stream.http;

import org.jspecify.annotations.NullMarked;
