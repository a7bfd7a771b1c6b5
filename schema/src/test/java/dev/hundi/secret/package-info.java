@NullMarked
package dev.hundi.secret;

import org.jspecify.annotations.NullMarked;
