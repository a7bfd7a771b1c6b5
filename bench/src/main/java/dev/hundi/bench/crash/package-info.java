/**
 * The crash campaign: runs the whole platform under load while its processes are killed,
 * the bank stops answering and messages are lost and duplicated, then checks every money
 * rule. Reads all money tables, writes none.
 */
@NullMarked
package dev.hundi.bench.crash;

import org.jspecify.annotations.NullMarked;
