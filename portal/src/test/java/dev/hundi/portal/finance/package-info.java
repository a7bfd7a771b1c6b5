/** Texts of the finance desk. */
@NullMarked
package dev.hundi.portal.finance;

import org.jspecify.annotations.NullMarked;
