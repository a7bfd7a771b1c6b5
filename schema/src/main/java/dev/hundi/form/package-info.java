/**
 * What a person did to a field of a form. Knows no table and no topic.
 */
@NullMarked
package dev.hundi.form;

import org.jspecify.annotations.NullMarked;
