/**
 * Tests that the OpenAPI document matches the API and works with client generators.
 */
@NullMarked
package dev.hundi.api.openapi;

import org.jspecify.annotations.NullMarked;
