/**
 * Tests of request metrics and logs.
 */
@NullMarked
package dev.hundi.api.observe;

import org.jspecify.annotations.NullMarked;
