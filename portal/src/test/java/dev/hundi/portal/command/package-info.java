@NullMarked
package dev.hundi.portal.command;

import org.jspecify.annotations.NullMarked;
