package dev.hundi.batch.bulkfile;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Text of an element, up to a limit.
 */
final class XmlText {

	private XmlText() {
	}

	/**
	 * The text of the element that the reader stands at, with that of elements inside.
	 * Leaves the reader at the element's end.
	 * @throws RefusedFileException if it is longer than a cell may be
	 */
	static String read(XMLStreamReader xml) throws XMLStreamException {
		StringBuilder text = new StringBuilder();
		int depth = 1;
		while (depth > 0) {
			switch (xml.next()) {
				case XMLStreamReader.START_ELEMENT -> depth++;
				case XMLStreamReader.END_ELEMENT -> depth--;
				case XMLStreamReader.CHARACTERS, XMLStreamReader.SPACE -> append(text, xml);
				case XMLStreamReader.END_DOCUMENT ->
					throw new RefusedFileException(FileFault.TRUNCATED, "The XML ends in the middle of an element");
				default -> {
				}
			}
		}
		return text.toString();
	}

	static void append(StringBuilder text, XMLStreamReader xml) {
		text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
		if (text.length() > RowSource.MAX_CELL_CHARS) {
			throw new RefusedFileException(FileFault.CELL_TOO_LONG,
					"A text in the file has more than " + RowSource.MAX_CELL_CHARS + " characters");
		}
	}

	/** Passes over the element that the reader stands at. */
	static void skip(XMLStreamReader xml) throws XMLStreamException {
		int depth = 1;
		while (depth > 0) {
			int event = xml.next();
			if (event == XMLStreamReader.START_ELEMENT) {
				depth++;
			}
			else if (event == XMLStreamReader.END_ELEMENT) {
				depth--;
			}
		}
	}

}
