package dev.hundi.xml;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.xml.MalformedXmlException.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class XmlCursorTests {

	@Test
	void walksChildrenWithTheirTextAndAttributes() throws Exception {
		XmlCursor xml = of("<a xmlns='u'><b k='v'> 1 </b><c><d>2</d></c><e>x<f>3</f>y</e></a>");
		assertThat(xml.next()).isTrue();
		assertThat(xml.namespace()).isEqualTo("u");
		List<String> read = new ArrayList<>();
		while (xml.next()) {
			read.add(xml.name() + xml.attribute("k") + switch (xml.name()) {
				case "b" -> xml.text();
				case "c" -> xml.textOrChild();
				default -> xml.allText(5);
			});
		}
		assertThat(read).containsExactly("bv1", "cnull2", "enullx3y");
		xml.finish();
	}

	@Test
	void collectsTextBetweenElements() throws Exception {
		XmlCursor xml = of("<a>one<b/>two<![CDATA[ three]]></a>");
		xml.next();
		StringBuilder text = new StringBuilder();
		while (xml.next(text)) {
			xml.skip();
		}
		assertThat(text).hasToString("onetwo three");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			<a><b></a>|WELL_FORMED
			<a/>garbage|WELL_FORMED
			<a>&x;</a>|NO_DOCUMENT_TYPE
			<!DOCTYPE a><a/>|NO_DOCUMENT_TYPE
			<a><![CDATA[x]]></a>|NO_CDATA""")
	void refusesWithTheBrokenRuleAndTheLine(String document, Rule rule) {
		assertThatExceptionOfType(MalformedXmlException.class)
			.isThrownBy(() -> of("\n\n" + document).refuseCData().finish())
			.satisfies((ex) -> assertThat(ex.rule()).isEqualTo(rule))
			.satisfies((ex) -> assertThat(ex.line()).isEqualTo(3));
	}

	@Test
	void refusesNestingTextAndElementsBeyondTheLimits() {
		assertThatExceptionOfType(MalformedXmlException.class).isThrownBy(() -> of("<a>".repeat(41)).finish())
			.satisfies((ex) -> assertThat(ex.rule()).isEqualTo(Rule.DEPTH));
		XmlCursor text = of("<a>123<b>456</b></a>");
		assertThatExceptionOfType(MalformedXmlException.class).isThrownBy(() -> {
			text.next();
			text.allText(5);
		}).satisfies((ex) -> assertThat(ex.rule()).isEqualTo(Rule.LENGTH));
		XmlCursor nested = of("<a>1<b/></a>");
		assertThatExceptionOfType(MalformedXmlException.class).isThrownBy(() -> {
			nested.next();
			nested.text();
		}).satisfies((ex) -> assertThat(ex.rule()).isEqualTo(Rule.TEXT_ONLY));
	}

	@Test
	void reportsBrokenInputAsItIs() {
		InputStream broken = new InputStream() {

			@Override
			public int read() throws IOException {
				throw new IOException("disk error");
			}

		};
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> XmlCursor.of(broken).finish())
			.isNotInstanceOf(MalformedXmlException.class)
			.withMessage("disk error");
	}

	private static XmlCursor of(String document) {
		try {
			return XmlCursor.of(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

}
