@NullMarked
package dev.hundi.stream.iso20022;

import org.jspecify.annotations.NullMarked;
