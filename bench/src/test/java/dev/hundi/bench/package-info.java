/**
 * The whole platform seen from outside: what its modules may know of each other and what
 * its deployment files must say.
 */
@NullMarked
package dev.hundi.bench;

import org.jspecify.annotations.NullMarked;
