package dev.hundi.onboarding;

/** What the virus scanner said about a document. */
public enum ScanState {

	/** Not scanned yet: stored, and never opened. */
	QUARANTINED,

	/** Nothing found. */
	CLEAN,

	/** Shown without a scan, in a sandbox. */
	NOT_SCANNED,

	/** A virus; the content is erased. */
	INFECTED,

	/** Clean, and cannot be shown; the content is erased. */
	UNREADABLE;

	/** Whether the document has pages to show. */
	public boolean isShown() {
		return this == CLEAN || this == NOT_SCANNED;
	}

	/** Whether the document can still meet a requirement. */
	public boolean counts() {
		return this != INFECTED && this != UNREADABLE;
	}

}
