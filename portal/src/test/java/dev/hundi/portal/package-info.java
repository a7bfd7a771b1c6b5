@NullMarked
package dev.hundi.portal;

import org.jspecify.annotations.NullMarked;
