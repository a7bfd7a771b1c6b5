/**
 * Tests of authentication: the published test vectors, and every error over HTTP.
 */
@NullMarked
package dev.hundi.api.auth;

import org.jspecify.annotations.NullMarked;
