/**
 * What a business gives about itself before it may pay out, and the review of it by two
 * people of the staff. Owns the tables {@code onboarding_rule}, {@code onboarding_case},
 * {@code onboarding_requirement}, {@code onboarding_principal},
 * {@code onboarding_document}, {@code onboarding_page} and {@code onboarding_note}, and
 * the folder {@code onboarding} of the file store.
 */
@NullMarked
package dev.hundi.onboarding;

import org.jspecify.annotations.NullMarked;
