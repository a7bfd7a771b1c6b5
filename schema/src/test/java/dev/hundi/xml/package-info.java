@NullMarked
package dev.hundi.xml;

import org.jspecify.annotations.NullMarked;
