package dev.hundi.xml;

import java.io.IOException;

/**
 * A document that is not well-formed or breaks a rule of {@link XmlCursor}. The message
 * names the rule, without the line.
 */
public final class MalformedXmlException extends IOException {

	private static final long serialVersionUID = 1;

	private final Rule rule;

	private final int line;

	MalformedXmlException(Rule rule, int line, String message) {
		super(message);
		this.rule = rule;
		this.line = line;
	}

	public Rule rule() {
		return this.rule;
	}

	/** The line of the document, from 1. */
	public int line() {
		return this.line;
	}

	/** What a document must comply with. */
	public enum Rule {

		WELL_FORMED,

		/** Neither a document type nor an entity reference. */
		NO_DOCUMENT_TYPE,

		/** No CDATA section, where {@link XmlCursor#refuseCData()} was called. */
		NO_CDATA,

		/** No tag, text or comment is too long. */
		LENGTH,

		/** Elements are not nested too deep. */
		DEPTH,

		/** Not too many different names. */
		NAMES,

		/** No element inside text. */
		TEXT_ONLY

	}

}
