/**
 * ISO 20022 files exchanged with banks: writes credit transfers (pain.001.001.09), reads
 * status reports (pain.002) and debit/credit notifications (camt.054). Owns no table,
 * reads and writes no topic or directory.
 */
@NullMarked
package dev.hundi.stream.iso20022;

import org.jspecify.annotations.NullMarked;
