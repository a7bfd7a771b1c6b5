/**
 * Bulk files: load and release, memory, kills, and API payouts during a release.
 */
@NullMarked
package dev.hundi.bench.bulk;

import org.jspecify.annotations.NullMarked;
