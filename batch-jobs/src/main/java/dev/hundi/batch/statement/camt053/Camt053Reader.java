package dev.hundi.batch.statement.camt053;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.common.StatementBytes;
import dev.hundi.batch.statement.common.StatementReader;
import dev.hundi.batch.statement.common.Texts;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementSink;
import dev.hundi.xml.MalformedXmlException;
import dev.hundi.xml.XmlCursor;

/**
 * Reads camt.053 of the versions 02 to 13. They differ in namespace; the elements read
 * here have one of two places in all of them. Unknown elements are skipped.
 */
public final class Camt053Reader implements StatementReader {

	private static final Pattern NAMESPACE = Pattern
		.compile("urn:iso:std:iso:20022:tech:xsd:camt\\.053\\.001\\.(\\d{2})");

	private static final int FIRST_VERSION = 2;

	private static final int LAST_VERSION = 13;

	/** Elements of an envelope before the document. */
	private static final int MAX_ENVELOPE_ELEMENTS = 200;

	private final Function<String, Narrations> narrations;

	/**
	 * A reader.
	 * @param narrations returns how to read the narrations of an account
	 */
	public Camt053Reader(Function<String, Narrations> narrations) {
		this.narrations = narrations;
	}

	@Override
	public void read(StatementBytes file, StatementSink sink) throws RejectedStatementException, IOException {
		try (InputStream in = file.open()) {
			read(XmlCursor.of(in), sink);
		}
		catch (MalformedXmlException ex) {
			throw new RejectedStatementException(ex.line(), String.valueOf(ex.getMessage()));
		}
	}

	private void read(XmlCursor xml, StatementSink sink) throws RejectedStatementException, IOException {
		findDocument(xml);
		while (xml.next()) {
			if (!xml.name().equals("BkToCstmrStmt")) {
				throw new RejectedStatementException(xml.line(), "The message is " + xml.name() + ", not a statement");
			}
			while (xml.next()) {
				if (xml.name().equals("Stmt")) {
					new StatementElement(xml, sink, this.narrations).read();
				}
				else {
					xml.skip();
				}
			}
		}
		xml.finish();
	}

	/** Some banks wrap the document in an envelope with a header. */
	private static void findDocument(XmlCursor xml) throws RejectedStatementException, IOException {
		for (int elements = 0; elements < MAX_ENVELOPE_ELEMENTS && xml.next(); elements++) {
			if (xml.name().equals("Document")) {
				requireVersion(xml);
				return;
			}
			if (xml.name().equals("AppHdr")) {
				xml.skip();
			}
		}
		throw new RejectedStatementException(xml.line(), "The file has no Document");
	}

	private static void requireVersion(XmlCursor xml) throws RejectedStatementException {
		Matcher matcher = NAMESPACE.matcher(xml.namespace());
		int version = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
		if (version < FIRST_VERSION || version > LAST_VERSION) {
			throw new RejectedStatementException(xml.line(),
					"Not camt.053 of version 02 to 13: " + Texts.quoted(xml.namespace()));
		}
	}

}
