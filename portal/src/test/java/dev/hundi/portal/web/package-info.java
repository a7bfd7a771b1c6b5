/** Tests of what pages share. */
@NullMarked
package dev.hundi.portal.web;

import org.jspecify.annotations.NullMarked;
