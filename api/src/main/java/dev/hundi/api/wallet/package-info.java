/**
 * The wallet endpoints. Reads {@code business} and {@code wallet} through the schema's
 * stores.
 */
@NullMarked
package dev.hundi.api.wallet;

import org.jspecify.annotations.NullMarked;
