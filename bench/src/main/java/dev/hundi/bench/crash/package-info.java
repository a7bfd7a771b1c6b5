/**
 * The crash campaign: the whole platform under load while its processes are killed, the
 * bank goes silent and messages are lost and doubled; then every money rule is checked.
 * Reads all money tables, writes none.
 */
@NullMarked
package dev.hundi.bench.crash;

import org.jspecify.annotations.NullMarked;
