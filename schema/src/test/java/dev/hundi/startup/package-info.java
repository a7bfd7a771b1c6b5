@NullMarked
package dev.hundi.startup;

import org.jspecify.annotations.NullMarked;
