/** What is read from statements of banks, and how it is loaded. */
@NullMarked
package dev.hundi.batch.statement;

import org.jspecify.annotations.NullMarked;
