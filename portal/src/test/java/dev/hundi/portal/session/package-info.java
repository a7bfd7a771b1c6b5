/** Browsers by name. */
@NullMarked
package dev.hundi.portal.session;

import org.jspecify.annotations.NullMarked;
