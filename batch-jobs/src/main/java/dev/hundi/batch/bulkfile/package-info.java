/**
 * Reads uploaded bulk files row by row in bounded memory: CSV with FastCSV, xlsx and
 * pain.001. Any untrusted content is either read or refused with a code and a message; no
 * part of it is evaluated. Uses no table and no topic.
 */
@NullMarked
package dev.hundi.batch.bulkfile;

import org.jspecify.annotations.NullMarked;
