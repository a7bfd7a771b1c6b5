/**
 * The key file in a running application. Separate from {@code dev.hundi.secret}, on which
 * {@code dev.hundi.work} depends through {@code dev.hundi.startup}. Owns no table and no
 * topic.
 */
@NullMarked
package dev.hundi.keyfile;

import org.jspecify.annotations.NullMarked;
