package dev.hundi.stream.iso20022;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

/**
 * An element of a file, read without any document type: no entity is ever resolved.
 */
final class Element {

	private static final int DEEPEST = 40;

	private static final int MOST = 2_000_000;

	private static final XMLInputFactory factory = factory();

	private final String name;

	private final String namespace;

	private final Map<String, String> attributes = new HashMap<>();

	private final List<Element> children = new ArrayList<>();

	private final StringBuilder text = new StringBuilder();

	private Element(XMLStreamReader reader) {
		this.name = reader.getLocalName();
		this.namespace = String.valueOf(reader.getNamespaceURI());
		for (int i = 0; i < reader.getAttributeCount(); i++) {
			this.attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
		}
	}

	private static XMLInputFactory factory() {
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		factory.setProperty(XMLInputFactory.IS_COALESCING, true);
		return factory;
	}

	/** Reads a whole document and answers its root. */
	static Element read(byte[] xml) throws MalformedFileException {
		try {
			return read(factory.createXMLStreamReader(new ByteArrayInputStream(xml)));
		}
		catch (XMLStreamException | IllegalArgumentException ex) {
			throw new MalformedFileException("It is no XML: " + ex.getMessage(), ex);
		}
	}

	private static Element read(XMLStreamReader reader) throws XMLStreamException, MalformedFileException {
		Element root = null;
		List<Element> path = new ArrayList<>();
		int elements = 0;
		while (reader.hasNext()) {
			switch (reader.next()) {
				case XMLStreamConstants.START_ELEMENT -> {
					Element element = new Element(reader);
					root = (root != null) ? root : element;
					if (!path.isEmpty()) {
						path.getLast().children.add(element);
					}
					path.add(element);
					elements++;
				}
				case XMLStreamConstants.END_ELEMENT -> path.removeLast();
				case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
					if (!path.isEmpty()) {
						path.getLast().text.append(reader.getText());
					}
				}
				case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
					throw new MalformedFileException("It has a document type or an entity");
				default -> {
					// Comments and processing instructions say nothing.
				}
			}
			if (elements > MOST || path.size() > DEEPEST) {
				throw new MalformedFileException("It is too large or too deep");
			}
		}
		if (root == null) {
			throw new MalformedFileException("It is empty");
		}
		return root;
	}

	String name() {
		return this.name;
	}

	String namespace() {
		return this.namespace;
	}

	@Nullable String attribute(String attribute) {
		return this.attributes.get(attribute);
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
		String content = (found != null) ? found.text.toString().strip() : "";
		return content.isEmpty() ? null : content;
	}

}
