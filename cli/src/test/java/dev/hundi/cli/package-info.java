/** Tests of the operators' command line. */
@NullMarked
package dev.hundi.cli;

import org.jspecify.annotations.NullMarked;
