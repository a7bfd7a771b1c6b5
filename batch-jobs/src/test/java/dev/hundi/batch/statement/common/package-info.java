@NullMarked
package dev.hundi.batch.statement.common;

import org.jspecify.annotations.NullMarked;
