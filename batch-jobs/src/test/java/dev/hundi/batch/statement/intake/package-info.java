@NullMarked
package dev.hundi.batch.statement.intake;

import org.jspecify.annotations.NullMarked;
