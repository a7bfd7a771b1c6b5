package dev.hundi.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;

import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;

import org.xml.sax.SAXException;

/**
 * The schemas of ISO 20022, as the library hbci4j contains them.
 * <p>
 * It contains neither camt.053 nor camt.054. In version 08 these two and camt.052 are one
 * message under three names: the same accounts, balances and entries (ReportEntry10), in
 * the same order. So they are validated against camt.052 after renaming their envelopes.
 */
public final class Iso20022Schemas {

	private static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";

	private Iso20022Schemas() {
	}

	/**
	 * Validates a message against its schema.
	 * @param message its name with the version, like {@code pain.001.001.09}
	 * @param xml the message
	 * @throws AssertionError if the message breaks the schema, with the line and the rule
	 */
	public static void assertValid(String message, byte[] xml) {
		String text = new String(xml, StandardCharsets.UTF_8);
		if (!text.contains(NAMESPACE + message)) {
			throw new AssertionError("No message of " + message + ": " + text);
		}
		switch (message) {
			case "camt.053.001.08" -> assertValid(text, "053", "BkToCstmrStmt", "Stmt");
			case "camt.054.001.08" -> assertValid(text, "054", "BkToCstmrDbtCdtNtfctn", "Ntfctn");
			default -> validate(message, text);
		}
	}

	private static void assertValid(String text, String number, String root, String part) {
		validate("camt.052.001.08",
				text.replace(NAMESPACE + "camt." + number, NAMESPACE + "camt.052")
					.replaceAll("(</?)" + root + "([ />])", "$1BkToCstmrAcctRpt$2")
					.replaceAll("(</?)" + part + "([ />])", "$1Rpt$2")
					.replaceAll("(</?)" + part + "Pgntn([ />])", "$1RptPgntn$2")
					.replaceAll("(</?)Addtl" + part + "Inf([ />])", "$1AddtlRptInf$2"));
	}

	private static void validate(String message, String text) {
		try {
			schema(message).newValidator().validate(new StreamSource(new StringReader(text)));
		}
		catch (SAXException ex) {
			throw new AssertionError(message + " is broken: " + ex + " in\n" + text, ex);
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	private static Schema schema(String message) throws SAXException, IOException {
		try (var stream = Iso20022Schemas.class.getResourceAsStream("/" + message + ".xsd")) {
			if (stream == null) {
				throw new AssertionError("hbci4j-core is not on the class path or has no " + message);
			}
			return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
				.newSchema(new StreamSource(new ByteArrayInputStream(stream.readAllBytes())));
		}
	}

}
