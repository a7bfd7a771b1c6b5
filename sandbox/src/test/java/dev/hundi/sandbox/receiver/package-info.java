@NullMarked
package dev.hundi.sandbox.receiver;

import org.jspecify.annotations.NullMarked;
