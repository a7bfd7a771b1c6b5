/**
 * Writes wallet movements to files: exports that businesses request, and monthly
 * statements. Claims rows of {@code wallet_export}, adds those of {@code monthly_export},
 * and keeps the files in the file store until they expire. No topic.
 */
@NullMarked
package dev.hundi.batch.export;

import org.jspecify.annotations.NullMarked;
