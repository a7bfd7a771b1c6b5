package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.io.InputStream;

import dev.hundi.xml.MalformedXmlException;
import dev.hundi.xml.XmlCursor;

/**
 * XML of uploaded files, without CDATA, and the refusals of what {@link XmlCursor} does
 * not read.
 */
final class UntrustedXml {

	private UntrustedXml() {
	}

	static XmlCursor cursor(InputStream in) throws IOException {
		return XmlCursor.of(in).refuseCData();
	}

	static RefusedFileException refusal(MalformedXmlException ex) {
		return switch (ex.rule()) {
			case NO_DOCUMENT_TYPE, NO_CDATA -> new RefusedFileException(FileFault.FORBIDDEN_XML,
					"The XML must have neither DOCTYPE nor CDATA (line %d)".formatted(ex.line()));
			case LENGTH -> new RefusedFileException(FileFault.CELL_TOO_LONG,
					"A tag, text or comment of the XML is too long (line %d)".formatted(ex.line()));
			case DEPTH, NAMES -> new RefusedFileException(FileFault.MALFORMED_XML,
					"The XML has too many levels or names (line %d)".formatted(ex.line()));
			case WELL_FORMED, TEXT_ONLY -> new RefusedFileException(FileFault.MALFORMED_XML,
					"The XML is not well-formed in line %d".formatted(ex.line()));
		};
	}

}
