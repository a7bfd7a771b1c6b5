/**
 * Tests of startup and of outages.
 */
@NullMarked
package dev.hundi.api;

import org.jspecify.annotations.NullMarked;
