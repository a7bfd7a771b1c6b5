/** Portals on a test database, and visitors who use them over HTTP. */
@NullMarked
package dev.hundi.portal.testing;

import org.jspecify.annotations.NullMarked;
