/**
 * Tests of what operators see of requests.
 */
@NullMarked
package dev.hundi.api.observe;

import org.jspecify.annotations.NullMarked;
