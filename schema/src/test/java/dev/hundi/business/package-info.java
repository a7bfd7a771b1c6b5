@NullMarked
package dev.hundi.business;

import org.jspecify.annotations.NullMarked;
