package dev.hundi.cli;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FieldsTests {

	@Test
	void aPathKeepsTheBlanksAndSlashesOfItsSegments() {
		assertThat(Fields.path("/operator/alerts", "two words", "a/b")).isEqualTo("/operator/alerts/two%20words/a%2Fb");
	}

	@Test
	void aQueryEncodesNamesAndValues() {
		assertThat(Fields.of("note", "50% & more").and("limit", 10).and("cursor", null).query())
			.isEqualTo("?note=50%25%20%26%20more&limit=10");
	}

	@Test
	void noFieldsMakeNoQuery() {
		assertThat(Fields.none().query()).isEmpty();
	}

}
