/**
 * The processors and which of them this instance runs. Owns no table; reads and writes no
 * topic.
 */
@NullMarked
package dev.hundi.stream.processor;

import org.jspecify.annotations.NullMarked;
