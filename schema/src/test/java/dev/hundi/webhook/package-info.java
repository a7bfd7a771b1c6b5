/**
 * Tests of webhook deliveries that need no application.
 */
@NullMarked
package dev.hundi.webhook;

import org.jspecify.annotations.NullMarked;
