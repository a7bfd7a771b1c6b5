package dev.hundi.form;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A field of a form that another person may have changed since the page was shown
 * (decision 130). Values are compared as they are, so a caller normalizes them first.
 *
 * @param shown what the page showed, or null if it did not say
 * @param typed what the person sent
 * @param stored what is stored now
 */
public record FieldEdit(@Nullable String shown, String typed, String stored) {

	/** Whether the person changed the field on the page. */
	public boolean isChanged() {
		return !Objects.equals(this.typed, this.shown);
	}

	/** Whether the person and another one changed the field to different values. */
	public boolean isConflict() {
		return isChanged() && this.shown != null && !this.shown.equals(this.stored) && !this.typed.equals(this.stored);
	}

}
