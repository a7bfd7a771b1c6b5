/**
 * Tests of wallet exports at the API.
 */
@NullMarked
package dev.hundi.api.export;

import org.jspecify.annotations.NullMarked;
