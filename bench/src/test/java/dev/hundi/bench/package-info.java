/**
 * Rules about the whole platform: dependencies between modules, and its deployment files.
 */
@NullMarked
package dev.hundi.bench;

import org.jspecify.annotations.NullMarked;
