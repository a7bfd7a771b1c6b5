package dev.hundi.portal.onboarding;

import java.util.Locale;

/** Why an upload is not taken. */
public enum UploadProblem {

	/** No file was chosen, or it is empty. */
	EMPTY,

	/** More than 10 MB. */
	TOO_LARGE,

	/** Neither PDF nor JPEG nor PNG, whatever its name says. */
	TYPE,

	/** A picture with too many pixels. */
	PIXELS,

	/** A PDF that opens with a password only. */
	PASSWORD,

	/** A PDF with scripts, programs to start or embedded files. */
	SCRIPT,

	/** More pages than a document may have. */
	PAGES,

	/** A page, or all together, take too long to draw. */
	SLOW,

	/** The process that drew it was killed, by an operator or for memory. */
	INTERRUPTED,

	/** It cannot be shown. */
	UNREADABLE,

	/** The virus scanner found something. */
	INFECTED,

	/** Too many uploads are being worked on. */
	BUSY,

	/** There are as many documents as there may be. */
	TOO_MANY,

	/** The case, or this document, cannot be changed at present. */
	LOCKED;

	/**
	 * Whether the machine can be the reason and not the document, so that the same
	 * document can be taken later.
	 */
	boolean canPass() {
		return this == SLOW || this == INTERRUPTED;
	}

	/** The key of its text. */
	public String text() {
		return "onboarding.upload." + name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
