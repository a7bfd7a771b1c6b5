/** Webhooks with a real receiver and a real database. */
@NullMarked
package dev.hundi.stream.webhook;

import org.jspecify.annotations.NullMarked;
