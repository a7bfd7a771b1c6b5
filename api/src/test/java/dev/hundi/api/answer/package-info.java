/**
 * Tests of what every answer has in common.
 */
@NullMarked
package dev.hundi.api.answer;

import org.jspecify.annotations.NullMarked;
