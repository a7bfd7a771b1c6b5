@NullMarked
package dev.hundi.statement;

import org.jspecify.annotations.NullMarked;
