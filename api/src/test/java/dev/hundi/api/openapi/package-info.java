/**
 * Tests that the OpenAPI document says what the API does, no more and no less.
 */
@NullMarked
package dev.hundi.api.openapi;

import org.jspecify.annotations.NullMarked;
