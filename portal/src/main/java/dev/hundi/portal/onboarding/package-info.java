/**
 * The onboarding of a business as its owner sees it: the list of tasks, their forms, and
 * uploads, which are checked, scanned, encrypted and rendered to pictures, also those
 * that the staff attaches to breaks. Owns no table; {@code dev.hundi.onboarding} does.
 */
@NullMarked
package dev.hundi.portal.onboarding;

import org.jspecify.annotations.NullMarked;
