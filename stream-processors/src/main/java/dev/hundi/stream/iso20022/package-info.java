/**
 * ISO 20022 as banks speak it in files: credit transfers (pain.001.001.09) are written,
 * status reports (pain.002) and notifications (camt.054) are read. Owns no table, reads
 * and writes no topic; knows no directory.
 */
@NullMarked
package dev.hundi.stream.iso20022;

import org.jspecify.annotations.NullMarked;
