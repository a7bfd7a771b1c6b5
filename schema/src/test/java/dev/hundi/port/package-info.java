@NullMarked
package dev.hundi.port;

import org.jspecify.annotations.NullMarked;
