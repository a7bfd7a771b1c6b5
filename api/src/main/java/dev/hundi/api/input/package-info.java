/**
 * Reads what callers send, strictly: JSON bodies field by field, path ids and media
 * types. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.input;

import org.jspecify.annotations.NullMarked;
