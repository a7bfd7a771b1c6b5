/**
 * Files of wallet movements: asked for by a business or due at the end of a month,
 * claimed by batch-jobs, kept for some days. Owns {@code wallet_export} and
 * {@code monthly_export}; wakes the applications by {@code NOTIFY}, and has no topic.
 */
@NullMarked
package dev.hundi.walletexport;

import org.jspecify.annotations.NullMarked;
