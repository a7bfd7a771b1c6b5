/**
 * Reads uploaded bulk files, one row at a time and in flat memory: csv, xlsx and
 * pain.001. Whatever a stranger may have put into a file, it is read or refused with a
 * code and a sentence; nothing of it is evaluated. Knows no table and no topic.
 */
@NullMarked
package dev.hundi.batch.bulkfile;

import org.jspecify.annotations.NullMarked;
