package dev.hundi.stream.iso20022;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.hundi.xml.MalformedXmlException;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/**
 * An element of a bank's file with its text and the elements inside.
 */
final class Element {

	private static final int MAX_ELEMENTS = 2_000_000;

	private final String name;

	private final String namespace;

	private final @Nullable String currency;

	private final List<Element> children = new ArrayList<>();

	private final String text;

	/** Elements of this tree, itself included. */
	private int size = 1;

	private Element(XmlCursor xml) throws MalformedFileException, IOException {
		this.name = xml.name();
		this.namespace = xml.namespace();
		this.currency = xml.attribute("Ccy");
		StringBuilder collected = new StringBuilder();
		while (xml.next(collected)) {
			Element child = new Element(xml);
			this.children.add(child);
			this.size += child.size;
			if (this.size > MAX_ELEMENTS) {
				throw new MalformedFileException("The file has more than " + MAX_ELEMENTS + " elements");
			}
		}
		this.text = collected.toString().strip();
	}

	/** Reads a whole document and returns its root. */
	static Element read(byte[] file) throws MalformedFileException {
		try {
			XmlCursor xml = XmlCursor.of(new ByteArrayInputStream(file));
			xml.next();
			Element root = new Element(xml);
			xml.finish();
			return root;
		}
		catch (MalformedXmlException ex) {
			throw new MalformedFileException("Line " + ex.line() + ": " + ex.getMessage(), ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Reading from memory failed", ex);
		}
	}

	String name() {
		return this.name;
	}

	String namespace() {
		return this.namespace;
	}

	/** The attribute {@code Ccy} of an amount. */
	@Nullable String currency() {
		return this.currency;
	}

	/** All elements at a path below this one. */
	Stream<Element> all(String... path) {
		Stream<Element> found = Stream.of(this);
		for (String step : path) {
			found = found.flatMap((element) -> element.children.stream().filter((child) -> child.name.equals(step)));
		}
		return found;
	}

	/** The first element at a path below this one. */
	@Nullable Element one(String... path) {
		return all(path).findFirst().orElse(null);
	}

	/** The text of the first element at a path below this one; null for none or blank. */
	@Nullable String text(String... path) {
		Element found = one(path);
		return (found == null || found.text.isEmpty()) ? null : found.text;
	}

}
