@NullMarked
package dev.hundi.signature;

import org.jspecify.annotations.NullMarked;
