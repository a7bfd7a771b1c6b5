@NullMarked
package dev.hundi.batch.statement.csv;

import org.jspecify.annotations.NullMarked;
