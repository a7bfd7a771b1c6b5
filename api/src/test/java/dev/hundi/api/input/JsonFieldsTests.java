package dev.hundi.api.input;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class JsonFieldsTests {

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "null", "[]", "\"a\"", "1", "{", "{\"a\":1", "{\"a\"}", "{a:1}", "{'a':1}",
			"{\"a\":1,}", "{\"a\":1} x", "{\"a\":1}{}", "{\"a\":1,\"a\":2}", "{\"a\":{\"b\":1,\"b\":2}}", "{\"a\":01}",
			"{\"a\":NaN}", "{\"a\":+1}", "{\"a\":\"\n\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\ud800\"}", "{\"\\udc00\":1}",
			"/* */{}", "\ufeff{}" })
	void rejectsAnythingButOneObjectWithDistinctKeys(String body) {
		assertThat(refusal(() -> read(body)).code()).isEqualTo(ErrorCode.MALFORMED_JSON);
	}

	@Test
	void rejectsEncodingsOtherThanUtf8() {
		for (byte[] body : List.of(new byte[] { '{', '"', 'a', '"', ':', '"', (byte) 0xc3, '"', '}' },
				"{\"a\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1), "{}".getBytes(StandardCharsets.UTF_16LE),
				new byte[] { '{', '"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"', ':', '1', '}' })) {
			assertThat(refusal(() -> JsonFields.read(body)).code()).isEqualTo(ErrorCode.MALFORMED_JSON);
		}
	}

	@Test
	void rejectsDeepNesting() {
		String body = "{\"a\":" + "[".repeat(20_000) + "]".repeat(20_000) + "}";

		assertThat(refusal(() -> read(body)).code()).isEqualTo(ErrorCode.MALFORMED_JSON);
	}

	@Test
	void readsTextInAnyScript() {
		JsonFields fields = read("{\"name\":\"रमेश 😀 \\u20b9\"}");

		assertThat(fields.text("name")).isEqualTo("रमेश 😀 ₹");
		fields.finish();
	}

	@Test
	void treatsNullAsAbsent() {
		JsonFields fields = read("{\"email\":null}");

		assertThat(fields.text("email")).isNull();
		assertThat(fields.text("name")).isNull();
		assertThat(fields.has("email")).isFalse();
		fields.finish();
	}

	@Test
	void namesSentType() {
		JsonFields fields = read("{\"a\":1.5,\"b\":true,\"c\":{\"x\":[1]},\"d\":[{}],\"e\":null}");
		List.of("a", "b", "c", "d").forEach(fields::text);
		fields.required("e");

		assertThat(refusal(fields::finish).errors())
			.extracting((error) -> error.field() + " " + error.rule() + " " + error.message())
			.containsExactly("a WRONG_TYPE a must be a string, not a number",
					"b WRONG_TYPE b must be a string, not a boolean", "c WRONG_TYPE c must be a string, not an object",
					"d WRONG_TYPE d must be a string, not an array", "e REQUIRED e is required");
	}

	@ParameterizedTest
	@ValueSource(strings = { "\\u0000", "\\u202e", "\\u202a", "\\u2066", "\\u2069" })
	void rejectsControlCharacters(String character) {
		JsonFields fields = read("{\"name\":\"a" + character + "b\"}");
		fields.required("name");

		assertThat(refusal(fields::finish).errors()).extracting((error) -> error.rule()).containsExactly(Rule.INVALID);
	}

	@Test
	void namesLimitedNumberOfUnknownFields() {
		StringBuilder body = new StringBuilder("{\"" + "😀".repeat(100) + "\":1");
		for (int i = 0; i < 1000; i++) {
			body.append(",\"f").append(i).append("\":1");
		}
		JsonFields fields = read(body.append('}').toString());

		Refusal refusal = refusal(fields::finish);

		assertThat(refusal.errors()).hasSize(50);
		assertThat(refusal.errors().getFirst().field()).isEqualTo("😀".repeat(64) + "…");
	}

	@Test
	void usesCodeOfAmountLimitIfItIsTheOnlyError() {
		JsonFields one = read("{}");
		one.reject("amount", Rule.AMOUNT_BELOW_RAIL_MINIMUM, "too little");
		JsonFields two = read("{\"x\":1}");
		two.reject("amount", Rule.AMOUNT_BELOW_RAIL_MINIMUM, "too little");

		assertThat(refusal(one::finish).code()).isEqualTo(ErrorCode.AMOUNT_BELOW_RAIL_MINIMUM);
		assertThat(refusal(two::finish).code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
	}

	private static JsonFields read(String body) {
		return JsonFields.read(body.getBytes(StandardCharsets.UTF_8));
	}

	private static Refusal refusal(Runnable code) {
		return catchThrowableOfType(Refusal.class, code::run);
	}

}
