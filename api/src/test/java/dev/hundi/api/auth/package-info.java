/**
 * Tests of authentication: the published vectors, and every refusal over HTTP.
 */
@NullMarked
package dev.hundi.api.auth;

import org.jspecify.annotations.NullMarked;
