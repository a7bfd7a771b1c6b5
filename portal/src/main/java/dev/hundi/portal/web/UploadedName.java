package dev.hundi.portal.web;

import org.jspecify.annotations.Nullable;

/**
 * Names that browsers and programs give to uploaded files. They are shown and recorded;
 * none is a path.
 */
public final class UploadedName {

	private UploadedName() {
	}

	/**
	 * The name without folders, as some browsers send them, and without characters that
	 * are not shown: some reverse the direction of a text, so that its end looks like
	 * another one.
	 * @param given null or empty for none
	 */
	public static String of(@Nullable String given) {
		return (given != null) ? given.replaceAll("(?s).*[/\\\\]", "").replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}]", "").strip()
				: "";
	}

}
