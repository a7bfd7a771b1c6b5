@NullMarked
package dev.hundi.portal.token;

import org.jspecify.annotations.NullMarked;
