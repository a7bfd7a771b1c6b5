/** Tests of the operators' console. */
@NullMarked
package dev.hundi.portal.console;

import org.jspecify.annotations.NullMarked;
