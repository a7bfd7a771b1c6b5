package dev.hundi.batch.statement;

import java.io.CharConversionException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.MalformedInputException;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import dev.hundi.statement.RejectedStatementException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the elements of a document. Refuses document types and entities, and
 * whatever would have to be held in memory because it does not end.
 * <p>
 * The parser is Aalto, which takes half as long as the JDK's.
 */
final class XmlCursor {

	private static final int DEEPEST = 40;

	/** Of a text; more of it is passed over. */
	private static final int LONGEST_TEXT = 20_000;

	/** Of a tag or a piece of text. */
	private static final int MOST_BYTES_AT_ONCE = 1024 * 1024;

	/**
	 * Names and prefixes in a document, but for those of elements that are known. The
	 * parser keeps every pair it meets, and is slow to find one of a hundred thousand.
	 */
	private static final int MOST_NAMES = 500;

	private final Bounded bytes;

	private final XMLStreamReader2 reader;

	private final Set<@Nullable String> names = new HashSet<>();

	private final StringBuilder text = new StringBuilder();

	private XmlCursor(Bounded bytes, XMLStreamReader2 reader) {
		this.bytes = bytes;
		this.reader = reader;
	}

	/** For one document: readers of the same factory share the names they have met. */
	private static XMLInputFactory factory() {
		XMLInputFactory2 factory = new InputFactoryImpl();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
		// Otherwise it would find a fault where the text is asked for.
		factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
		factory.setXMLResolver((publicId, systemId, base, namespace) -> {
			throw new XMLStreamException("Nothing outside of the file is read");
		});
		return factory;
	}

	static XmlCursor of(InputStream in) throws RejectedStatementException, IOException {
		Bounded bytes = new Bounded(in);
		try {
			return new XmlCursor(bytes, (XMLStreamReader2) factory().createXMLStreamReader(bytes));
		}
		catch (XMLStreamException ex) {
			throw rejected(ex, 1);
		}
	}

	/**
	 * Moves to the next element in the one that is open, or to the end of this.
	 * @return whether there is one; it is open then
	 */
	boolean next() throws RejectedStatementException, IOException {
		while (true) {
			switch (event()) {
				case XMLStreamConstants.START_ELEMENT -> {
					return true;
				}
				case XMLStreamConstants.END_ELEMENT, XMLStreamConstants.END_DOCUMENT -> {
					return false;
				}
				default -> {
					// Text between elements, comments and instructions say nothing.
				}
			}
		}
	}

	String name() {
		return this.reader.getLocalName();
	}

	String namespace() {
		return Objects.requireNonNullElse(this.reader.getNamespaceURI(), "");
	}

	@Nullable String attribute(String name) {
		return this.reader.getAttributeValue(null, name);
	}

	int line() {
		// Where it begins is not told of what comes before the first element's content.
		return Math.max(1, this.reader.getLocationInfo().getCurrentLocation().getLineNumber());
	}

	/** Passes over the open element. */
	void skip() throws RejectedStatementException, IOException {
		keep(name());
		int depth = 1;
		while (depth > 0) {
			int event = event();
			if (event == XMLStreamConstants.START_ELEMENT) {
				keep(name());
				depth++;
				if (depth > DEEPEST) {
					throw new RejectedStatementException(line(), "Elements lie too deep in each other");
				}
			}
			else if (event == XMLStreamConstants.END_ELEMENT) {
				depth--;
			}
		}
	}

	/** The text of the open element, to its end. */
	String text() throws RejectedStatementException, IOException {
		String first = "";
		this.text.setLength(0);
		while (true) {
			switch (event()) {
				case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
					if (first.isEmpty()) {
						first = this.reader.getText();
					}
					else if (this.text.length() < LONGEST_TEXT) {
						this.text.append(this.reader.getText());
					}
				}
				case XMLStreamConstants.END_ELEMENT -> {
					return this.text.isEmpty() ? first.strip() : (first + this.text).strip();
				}
				case XMLStreamConstants.START_ELEMENT ->
					throw new RejectedStatementException(line(), "There is no " + name() + " in a text");
				default -> {
					// Comments and instructions say nothing.
				}
			}
		}
	}

	/** The text of the open element, or of its first child where it has one. */
	String textOrChild() throws RejectedStatementException, IOException {
		String own = "";
		String ofChild = null;
		while (true) {
			switch (event()) {
				case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
					if (own.length() < LONGEST_TEXT) {
						own += this.reader.getText();
					}
				}
				case XMLStreamConstants.START_ELEMENT -> {
					keep(name());
					String child = text();
					ofChild = (ofChild != null) ? ofChild : child;
				}
				case XMLStreamConstants.END_ELEMENT -> {
					return (ofChild != null) ? ofChild : own.strip();
				}
				default -> {
					// Comments and instructions say nothing.
				}
			}
		}
	}

	private int event() throws RejectedStatementException, IOException {
		this.bytes.mayReadMore();
		int event;
		try {
			event = this.reader.next();
		}
		catch (XMLStreamException ex) {
			throw rejected(ex, line());
		}
		if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
			throw new RejectedStatementException(line(), "It has a document type or an entity");
		}
		if (event == XMLStreamConstants.START_ELEMENT) {
			keepAttributes();
		}
		else if (event == XMLStreamConstants.PROCESSING_INSTRUCTION) {
			keep(this.reader.getPITarget());
		}
		return event;
	}

	private void keepAttributes() throws RejectedStatementException {
		for (int i = this.reader.getAttributeCount(); i > 0; i--) {
			keep(this.reader.getAttributeLocalName(i - 1));
		}
		for (int i = this.reader.getNamespaceCount(); i > 0; i--) {
			keep(this.reader.getNamespacePrefix(i - 1));
		}
	}

	private void keep(@Nullable String name) throws RejectedStatementException {
		if (this.names.add(name) && this.names.size() > MOST_NAMES) {
			throw new RejectedStatementException(line(), "It has more than " + MOST_NAMES + " names of elements");
		}
	}

	private static RejectedStatementException rejected(XMLStreamException ex, int line) throws IOException {
		Throwable nested = ex.getNestedException();
		if (nested instanceof IOException broken && !(nested instanceof TooLongException)
				&& !(nested instanceof CharConversionException) && !(nested instanceof MalformedInputException)) {
			throw broken;
		}
		String message = (nested instanceof TooLongException) ? nested.getMessage() : ex.getMessage();
		String reason = Objects.requireNonNullElse(message, "unknown").replaceFirst("(?s)\\s+at \\[row,col.*", "");
		int known = (ex.getLocation() != null) ? Math.max(1, ex.getLocation().getLineNumber()) : line;
		return new RejectedStatementException(known, "It is no XML: " + reason);
	}

	/** Something in the file does not end. */
	private static final class TooLongException extends IOException {

		private static final long serialVersionUID = 1;

		TooLongException() {
			super("A tag or text of more than 1 MB");
		}

	}

	/** Gives only so many bytes until it is told that they were used. */
	private static final class Bounded extends FilterInputStream {

		private long left = MOST_BYTES_AT_ONCE;

		Bounded(InputStream in) {
			super(in);
		}

		void mayReadMore() {
			this.left = MOST_BYTES_AT_ONCE;
		}

		@Override
		public int read() throws IOException {
			check();
			int single = super.read();
			this.left--;
			return single;
		}

		@Override
		public int read(byte[] buffer, int offset, int length) throws IOException {
			check();
			int count = super.read(buffer, offset, length);
			this.left -= count;
			return count;
		}

		private void check() throws TooLongException {
			if (this.left <= 0) {
				throw new TooLongException();
			}
		}

	}

}
