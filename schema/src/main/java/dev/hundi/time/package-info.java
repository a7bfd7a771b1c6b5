/**
 * The business time zone, days that people name, and the form of times in the API and in
 * webhooks. Instants are stored and sent in UTC; business days, end of day and what
 * people read follow Asia/Kolkata. It owns no table.
 */
@NullMarked
package dev.hundi.time;

import org.jspecify.annotations.NullMarked;
