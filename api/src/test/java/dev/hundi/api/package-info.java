/**
 * Tests of how the application starts and stands outages.
 */
@NullMarked
package dev.hundi.api;

import org.jspecify.annotations.NullMarked;
