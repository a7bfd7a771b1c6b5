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
	INFECTED;

	/** Whether the document has pages to show. */
	public boolean isShown() {
		return this == CLEAN || this == NOT_SCANNED;
	}

}
