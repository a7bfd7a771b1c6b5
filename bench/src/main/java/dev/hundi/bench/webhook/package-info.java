/**
 * Webhook deliveries a second, against plain POSTs, and with one endpoint hanging.
 */
@NullMarked
package dev.hundi.bench.webhook;

import org.jspecify.annotations.NullMarked;
