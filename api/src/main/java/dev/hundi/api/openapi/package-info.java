/**
 * Describes the API to machines: a small model of operations and schemas, which each
 * feature fills beside its endpoints, and the OpenAPI 3.1 document made of them at
 * {@code GET /openapi.json}. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.openapi;

import org.jspecify.annotations.NullMarked;
