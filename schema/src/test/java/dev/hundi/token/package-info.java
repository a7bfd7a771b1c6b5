/**
 * Tests of access tokens.
 */
@NullMarked
package dev.hundi.token;

import org.jspecify.annotations.NullMarked;
