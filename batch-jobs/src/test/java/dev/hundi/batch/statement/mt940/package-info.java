@NullMarked
package dev.hundi.batch.statement.mt940;

import org.jspecify.annotations.NullMarked;
