/**
 * The first person of an installation, whom no other person can invite. Owns no table.
 */
@NullMarked
package dev.hundi.installation;

import org.jspecify.annotations.NullMarked;
