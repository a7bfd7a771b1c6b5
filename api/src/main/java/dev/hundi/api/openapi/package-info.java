/**
 * The OpenAPI 3.1 document at {@code GET /openapi.json}, generated from the operations
 * that each feature declares beside its endpoints. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.openapi;

import org.jspecify.annotations.NullMarked;
