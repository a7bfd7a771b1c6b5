package dev.hundi.batch.bulkfile;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * XML of strangers: no DOCTYPE and so no entity of theirs, no CDATA, no tag, text or
 * comment longer than some limit. Looked for in the bytes, before any parser keeps them.
 */
final class GuardedXml extends FilterInputStream {

	private static final int MAX_TOKEN_BYTES = 512 * 1024;

	private static final int MAX_COMMENT_BYTES = 4 * 1024;

	private static final XMLInputFactory factory = factory();

	private long sinceTag;

	private int matched;

	private int comment = -1;

	private GuardedXml(InputStream in) {
		super(in);
	}

	/**
	 * A reader of the XML. Whatever it throws is turned by {@link #refusal}.
	 */
	static XMLStreamReader reader(InputStream in) {
		try {
			return factory.createXMLStreamReader(new GuardedXml(in));
		}
		catch (XMLStreamException ex) {
			throw refusal(ex);
		}
	}

	/** What became of reading, for the merchant. */
	static RefusedFileException refusal(XMLStreamException ex) {
		for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
			if (cause instanceof RefusedFileException refused) {
				return refused;
			}
		}
		if (ex.getNestedException() instanceof RefusedFileException refused) {
			return refused;
		}
		return new RefusedFileException(FileFault.MALFORMED_XML, (ex.getLocation() != null)
				? "The XML is broken in line %d".formatted(ex.getLocation().getLineNumber()) : "The XML is broken");
	}

	@Override
	public int read() throws IOException {
		int octet = super.read();
		if (octet >= 0) {
			look((byte) octet);
		}
		return octet;
	}

	@Override
	public int read(byte[] bytes, int offset, int length) throws IOException {
		int count = super.read(bytes, offset, length);
		for (int i = offset; i < offset + count; i++) {
			look(bytes[i]);
		}
		return count;
	}

	private void look(byte octet) {
		if (octet == 0) {
			throw new RefusedFileException(FileFault.UNKNOWN_ENCODING, "The XML must be in UTF-8");
		}
		if (this.comment >= 0) {
			insideComment(octet);
			return;
		}
		this.sinceTag = (octet == '<') ? 0 : this.sinceTag + 1;
		if (this.sinceTag > MAX_TOKEN_BYTES) {
			throw new RefusedFileException(FileFault.CELL_TOO_LONG, "A tag or text in the XML is too long");
		}
		if (this.sinceTag == 1 && octet == '!') {
			this.matched = 1;
		}
		else if (this.matched > 0 && octet == '-') {
			this.matched++;
			if (this.matched == 3) {
				this.matched = 0;
				this.comment = 0;
			}
		}
		else if (this.matched > 0) {
			throw new RefusedFileException(FileFault.FORBIDDEN_XML, "The XML must have neither DOCTYPE nor CDATA");
		}
	}

	private void insideComment(byte octet) {
		this.comment++;
		if (this.comment > MAX_COMMENT_BYTES) {
			throw new RefusedFileException(FileFault.FORBIDDEN_XML, "The XML has a comment that is too long");
		}
		if (octet == '-') {
			this.matched++;
		}
		else if (octet == '>' && this.matched >= 2) {
			this.comment = -1;
			this.matched = 0;
			this.sinceTag = 0;
		}
		else {
			this.matched = 0;
		}
	}

	private static XMLInputFactory factory() {
		XMLInputFactory made = XMLInputFactory.newDefaultFactory();
		made.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		made.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		made.setProperty(XMLInputFactory.IS_COALESCING, false);
		made.setXMLResolver((publicId, systemId, base, namespace) -> InputStream.nullInputStream());
		return made;
	}

}
