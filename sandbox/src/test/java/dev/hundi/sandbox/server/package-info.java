@NullMarked
package dev.hundi.sandbox.server;

import org.jspecify.annotations.NullMarked;
