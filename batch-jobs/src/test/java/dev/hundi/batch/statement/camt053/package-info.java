@NullMarked
package dev.hundi.batch.statement.camt053;

import org.jspecify.annotations.NullMarked;
