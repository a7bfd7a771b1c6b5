package dev.hundi.xml;

import java.io.BufferedInputStream;
import java.io.CharConversionException;
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
import dev.hundi.xml.MalformedXmlException.Rule;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the elements of an untrusted document. Refuses document types, entities
 * and everything that would have to be held in memory without a limit.
 * <p>
 * Every method that reads throws {@link MalformedXmlException} for a refused document and
 * any other {@link IOException} if the input cannot be read. The parser is Aalto, which
 * takes half as long as the JDK's.
 */
public final class XmlCursor {

	private static final int READ_BYTES = 64 * 1024;

	private static final int MAX_DEPTH = 40;

	/** {@link #text()} drops what exceeds it. */
	private static final int MAX_TEXT_CHARS = 20_000;

	/**
	 * Names and prefixes in a document, except names of elements that the caller reads.
	 * The parser keeps every name, and lookups slow down with a hundred thousand of them.
	 */
	private static final int MAX_NAMES = 500;

	private final BoundedInput bytes;

	private final XMLStreamReader2 reader;

	private final Set<@Nullable String> names = new HashSet<>();

	private final StringBuilder text = new StringBuilder();

	private boolean cData = true;

	private int depth;

	private XmlCursor(BoundedInput bytes, XMLStreamReader2 reader) {
		this.bytes = bytes;
		this.reader = reader;
	}

	/** A cursor before the root element. The caller closes the input. */
	public static XmlCursor of(InputStream in) throws IOException {
		// The parser asks for 4,000 bytes at a time.
		BoundedInput bytes = new BoundedInput(new BufferedInputStream(in, READ_BYTES));
		try {
			return new XmlCursor(bytes, (XMLStreamReader2) factory().createXMLStreamReader(bytes));
		}
		catch (XMLStreamException ex) {
			throw failure(ex, 1);
		}
	}

	/** A factory per document, because readers of one factory share their names. */
	private static XMLInputFactory factory() {
		XMLInputFactory2 factory = new InputFactoryImpl();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
		// Lazy parsing would report errors when the text is requested.
		factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
		factory.setXMLResolver((publicId, systemId, base, namespace) -> {
			throw new XMLStreamException("External references are not read");
		});
		return factory;
	}

	/** Refuses CDATA sections from here on. */
	public XmlCursor refuseCData() {
		this.cData = false;
		return this;
	}

	/**
	 * Moves to the next child of the open element, or to the element's end.
	 * @return whether there is a child; it is open then
	 */
	public boolean next() throws IOException {
		return next(null, 0);
	}

	/**
	 * Moves as {@link #next()} does and collects the text on the way.
	 * @param text receives the text between elements; text beyond 20,000 characters may
	 * be dropped
	 */
	public boolean next(StringBuilder text) throws IOException {
		return next(text, MAX_TEXT_CHARS);
	}

	private boolean next(@Nullable StringBuilder text, int maxChars) throws IOException {
		while (true) {
			switch (event()) {
				case XMLStreamConstants.START_ELEMENT -> {
					if (text != null) {
						keep(name());
					}
					return true;
				}
				case XMLStreamConstants.END_ELEMENT, XMLStreamConstants.END_DOCUMENT -> {
					return false;
				}
				case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
					if (text != null && text.length() <= maxChars) {
						text.append(this.reader.getText());
					}
				}
				default -> {
					// Comments and processing instructions carry no data.
				}
			}
		}
	}

	/** The local name of the open element. */
	public String name() {
		return this.reader.getLocalName();
	}

	/** The namespace of the open element, empty for none. */
	public String namespace() {
		return Objects.requireNonNullElse(this.reader.getNamespaceURI(), "");
	}

	/** An attribute of the element that was just opened. */
	public @Nullable String attribute(String name) {
		return this.reader.getAttributeValue(null, name);
	}

	/** An attribute in a namespace, of the element that was just opened. */
	public @Nullable String attribute(String namespace, String name) {
		return this.reader.getAttributeValue(namespace, name);
	}

	/** The current line of the document, from 1. */
	public int line() {
		// Before the first element the parser reports line 0.
		return Math.max(1, this.reader.getLocationInfo().getCurrentLocation().getLineNumber());
	}

	/** Skips the rest of the open element. */
	public void skip() throws IOException {
		int outside = this.depth - 1;
		keep(name());
		while (this.depth > outside) {
			if (event() == XMLStreamConstants.START_ELEMENT) {
				keep(name());
			}
		}
	}

	/** Skips to the end of the document, which must be well-formed up to there. */
	public void finish() throws IOException {
		int event;
		do {
			event = event();
			if (event == XMLStreamConstants.START_ELEMENT) {
				keep(name());
			}
		}
		while (event != XMLStreamConstants.END_DOCUMENT);
	}

	/**
	 * Reads the text of the open element to its end, without outer blanks. Text beyond
	 * 20,000 characters may be dropped.
	 */
	public String text() throws IOException {
		String first = "";
		this.text.setLength(0);
		while (true) {
			switch (event()) {
				case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
					if (first.isEmpty()) {
						first = this.reader.getText();
					}
					else if (this.text.length() < MAX_TEXT_CHARS) {
						this.text.append(this.reader.getText());
					}
				}
				case XMLStreamConstants.END_ELEMENT -> {
					return this.text.isEmpty() ? first.strip() : (first + this.text).strip();
				}
				case XMLStreamConstants.START_ELEMENT ->
					throw refused(Rule.TEXT_ONLY, "Element " + name() + " is not allowed inside text");
				default -> {
					// Comments and processing instructions carry no data.
				}
			}
		}
	}

	/** Reads the text of the first child of the open element, or its own text. */
	public String textOrChild() throws IOException {
		StringBuilder own = new StringBuilder();
		String child = null;
		while (next(own)) {
			String read = text();
			child = (child != null) ? child : read;
		}
		return (child != null) ? child : own.toString().strip();
	}

	/**
	 * Reads the text of the open element and of all elements inside, with blanks.
	 * @param maxChars longer text is refused under {@link Rule#LENGTH}
	 */
	public String allText(int maxChars) throws IOException {
		int outside = this.depth - 1;
		StringBuilder all = new StringBuilder();
		while (this.depth > outside) {
			next(all, maxChars);
			if (all.length() > maxChars) {
				throw refused(Rule.LENGTH, "A text of more than " + maxChars + " characters");
			}
		}
		return all.toString();
	}

	private int event() throws IOException {
		this.bytes.beginEvent();
		int event;
		try {
			event = this.reader.next();
		}
		catch (XMLStreamException ex) {
			throw failure(ex, line());
		}
		switch (event) {
			case XMLStreamConstants.START_ELEMENT -> enter();
			case XMLStreamConstants.END_ELEMENT -> this.depth--;
			case XMLStreamConstants.PROCESSING_INSTRUCTION -> keep(this.reader.getPITarget());
			case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
				throw refused(Rule.NO_DOCUMENT_TYPE, "Document types and entities are not allowed");
			case XMLStreamConstants.CDATA -> {
				if (!this.cData) {
					throw refused(Rule.NO_CDATA, "CDATA sections are not allowed");
				}
			}
			default -> {
				// Text, comments and the end of the document.
			}
		}
		return event;
	}

	private void enter() throws MalformedXmlException {
		this.depth++;
		if (this.depth > MAX_DEPTH) {
			throw refused(Rule.DEPTH, "Elements are nested more than " + MAX_DEPTH + " deep");
		}
		for (int i = this.reader.getAttributeCount(); i > 0; i--) {
			keep(this.reader.getAttributeLocalName(i - 1));
		}
		for (int i = this.reader.getNamespaceCount(); i > 0; i--) {
			keep(this.reader.getNamespacePrefix(i - 1));
		}
	}

	private void keep(@Nullable String name) throws MalformedXmlException {
		if (this.names.add(name) && this.names.size() > MAX_NAMES) {
			throw refused(Rule.NAMES, "The document uses more than " + MAX_NAMES + " names");
		}
	}

	private MalformedXmlException refused(Rule rule, String message) {
		return new MalformedXmlException(rule, line(), message);
	}

	private static IOException failure(XMLStreamException ex, int line) {
		Throwable nested = ex.getNestedException();
		int known = (ex.getLocation() != null) ? Math.max(1, ex.getLocation().getLineNumber()) : line;
		if (nested instanceof BoundedInput.LimitExceededException) {
			return new MalformedXmlException(Rule.LENGTH, known, String.valueOf(nested.getMessage()));
		}
		if (nested instanceof IOException broken && !(nested instanceof CharConversionException)
				&& !(nested instanceof MalformedInputException)) {
			return broken;
		}
		String reason = String.valueOf(ex.getMessage()).replaceFirst("(?s)\\s+at \\[row,col.*", "");
		return new MalformedXmlException(Rule.WELL_FORMED, known, "Not well-formed XML: " + reason);
	}

}
