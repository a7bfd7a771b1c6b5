package dev.hundi.api.conformance;

import java.util.List;
import java.util.stream.Stream;

import dev.hundi.api.testing.Answer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.upi;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** {@code POST /v1/beneficiaries}: every rule of its table at its boundaries. */
class CreateBeneficiaryIntegrationTests {

	private static final String PATH = "/v1/beneficiaries";

	private final Integrator integrator = new Integrator();

	@ParameterizedTest(name = "{0}")
	@MethodSource("accepted")
	void accepts(String row, Body body) {
		Answer answer = this.integrator.post(PATH, body);

		assertThat(answer.status()).as(answer.body()).isEqualTo(201);
		JsonNode listed = this.integrator.read(PATH)
			.valueStream()
			.filter((one) -> one.path("beneficiaryId").equals(answer.data().path("beneficiaryId")))
			.findFirst()
			.orElseThrow();
		for (String field : List.of("name", "email", "phoneNumber", "accountNumber", "vpa")) {
			assertThat(listed.path(field).isNull() ? "null" : listed.path(field).asString()).as(field)
				.isEqualTo(body.text(field));
		}
	}

	static Stream<Arguments> accepted() {
		return Stream.of(bankRow("name of 1 character", "name", "R"),
				bankRow("name of 100 characters", "name", "n".repeat(100)),
				bankRow("name of 100 characters in Devanagari", "name", "न".repeat(100)),
				bankRow("name of 100 characters beyond the basic plane", "name", "𑀅".repeat(100)),
				bankRow("name in Tamil", "name", "முத்து குமார்"), bankRow("email null", "email", null),
				bankRow("email plain", "email", "asha@example.in"),
				bankRow("email with tag and subdomain", "email", "first.last+tag@mail.example.co.in"),
				bankRow("email with 64 characters before the @", "email", "e".repeat(64) + "@example.in"),
				bankRow("phoneNumber beginning with 6", "phoneNumber", "6000000000"),
				bankRow("phoneNumber beginning with 9", "phoneNumber", "9999999999"),
				bankRow("phoneNumber with 0", "phoneNumber", "09876543210"),
				bankRow("phoneNumber with 91", "phoneNumber", "919876543210"),
				bankRow("phoneNumber with +91, kept as sent", "phoneNumber", "+919876543210"),
				bankRow("accountNumber of 9 digits", "accountNumber", "123456789"),
				bankRow("accountNumber of 18 digits", "accountNumber", "123456789012345678"),
				bankRow("accountNumber of zeros, kept as sent", "accountNumber", "000000000000"),
				bankRow("ifsc with digits and letters", "ifsc", "ABCD0A1B2C3"), bankRow("vpa null", "vpa", null),
				upiRow("vpa shortest", "vpa", "ab@cd"),
				upiRow("vpa with point, underscore, hyphen and digits", "vpa", "9a.B_c-d@okBank1"),
				upiRow("vpa of 255 characters", "vpa", "v".repeat(190) + "@" + "b".repeat(64)),
				upiRow("accountNumber and ifsc null", "accountNumber", null));
	}

	@ParameterizedTest(name = "{0}: {2}")
	@MethodSource("refused")
	void rejects(String row, Body body, String error) {
		long before = count();

		Answer answer = this.integrator.post(PATH, body);

		assertThat(answer.refusal()).isEqualTo("400 validation_error");
		assertThat(answer.fieldErrors()).containsExactly(error.split(", ", -1));
		assertThat(count()).isEqualTo(before);
	}

	static Stream<Arguments> refused() {
		return Stream.of(wrong("name absent", bank().without("name"), "name required"),
				wrong("name null", bank().with("name", null), "name required"),
				wrong("name empty", bank().with("name", ""), "name blank"),
				wrong("name of blanks", bank().with("name", "   "), "name blank"),
				wrong("name of 101 characters", bank().with("name", "n".repeat(101)), "name too_long"),
				wrong("name a number", bank().with("name", 7), "name wrong_type"),
				wrong("name with a control character", bank().with("name", "a\u0007b"), "name invalid"),
				wrong("name that turns the text after it", bank().with("name", "Ramesh \u202E"), "name invalid"),
				wrong("name that isolates", bank().with("name", "\u2067Ramesh\u2069"), "name invalid"),
				wrong("invisible name", bank().with("name", "\u200B\u3164"), "name blank"),
				wrong("email without @", bank().with("email", "asha.example.in"), "email invalid"),
				wrong("email without domain", bank().with("email", "asha@"), "email invalid"),
				wrong("email with 65 characters before the @", bank().with("email", "e".repeat(65) + "@example.in"),
						"email invalid"),
				wrong("email empty", bank().with("email", ""), "email invalid"),
				wrong("email an object", bank().with("email", List.of()), "email wrong_type"),
				wrong("phoneNumber absent", bank().without("phoneNumber"), "phoneNumber required"),
				wrong("phoneNumber beginning with 5", bank().with("phoneNumber", "5999999999"), "phoneNumber invalid"),
				wrong("phoneNumber of 9 digits", bank().with("phoneNumber", "987654321"), "phoneNumber invalid"),
				wrong("phoneNumber of 11 digits", bank().with("phoneNumber", "98765432101"), "phoneNumber invalid"),
				wrong("phoneNumber of another country", bank().with("phoneNumber", "+447911123456"),
						"phoneNumber invalid"),
				wrong("phoneNumber a number", bank().with("phoneNumber", 9876543210L), "phoneNumber wrong_type"),
				wrong("accountNumber of 8 digits", bank().with("accountNumber", "12345678"), "accountNumber invalid"),
				wrong("accountNumber of 19 digits", bank().with("accountNumber", "1".repeat(19)),
						"accountNumber invalid"),
				wrong("accountNumber with a letter", bank().with("accountNumber", "12345678A"),
						"accountNumber invalid"),
				wrong("accountNumber a number", bank().with("accountNumber", 123456789012L),
						"accountNumber wrong_type"),
				wrong("ifsc of 10 characters", bank().with("ifsc", "HDFC000001"), "ifsc invalid"),
				wrong("ifsc of 12 characters", bank().with("ifsc", "HDFC00000012"), "ifsc invalid"),
				wrong("ifsc without the zero", bank().with("ifsc", "HDFC1000001"), "ifsc invalid"),
				wrong("ifsc with a digit before the zero", bank().with("ifsc", "HDF10000001"), "ifsc invalid"),
				wrong("vpa of 256 characters", upi().with("vpa", "v".repeat(191) + "@" + "b".repeat(64)),
						"vpa invalid"),
				wrong("vpa with 65 characters after the @", upi().with("vpa", "ab@" + "b".repeat(65)), "vpa invalid"),
				wrong("vpa with one character before the @", upi().with("vpa", "a@upi"), "vpa invalid"),
				wrong("vpa without @", upi().with("vpa", "sita.upi"), "vpa invalid"),
				wrong("vpa like an e-mail address", upi().with("vpa", "sita@upi.in"), "vpa invalid"),
				wrong("no target", bank().without("accountNumber", "ifsc"), "accountNumber required"),
				wrong("accountNumber without ifsc", bank().without("ifsc"), "ifsc required"),
				wrong("ifsc without accountNumber", bank().without("accountNumber"), "accountNumber required"),
				wrong("both targets", bank().with("vpa", "sita@upi"), "accountNumber not_allowed, ifsc not_allowed"),
				wrong("accountNumber with vpa", upi().with("accountNumber", "123456789"), "accountNumber not_allowed"),
				wrong("ifsc with vpa", upi().with("ifsc", "HDFC0000001"), "ifsc not_allowed"),
				wrong("a field of the answer", bank().with("status", "active"), "status unknown_field"),
				wrong("a field in another case", bank().with("Name", "Asha"), "Name unknown_field"));
	}

	@Test
	void answers201WithStatus200InBodyAndBothIds() {
		Answer answer = this.integrator.post(PATH, bank());

		assertThat(answer.status()).isEqualTo(201);
		assertThat(answer.json().path("status").asInt()).isEqualTo(200);
		assertThat(answer.json().path("message").asString()).isEqualTo("Beneficiary created successfully");
		assertThat(answer.data().propertyNames()).containsExactly("beneficiaryId", "beneficiaryCode");
		assertThat(answer.data().path("beneficiaryId").asString()).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}");
		assertThat(answer.data().path("beneficiaryCode").asString()).matches("BEN[0-9A-HJKMNP-TV-Z]{8}");
	}

	@Test
	void storesIfscInUpperCase() {
		String id = this.integrator.beneficiary(bank().with("ifsc", "hdfc0abc12z"));

		JsonNode listed = this.integrator.read(PATH).get(0);

		assertThat(listed.path("beneficiaryId").asString()).isEqualTo(id);
		assertThat(listed.path("ifsc").asString()).isEqualTo("HDFC0ABC12Z");
	}

	@Test
	void reportsAllInvalidFieldsOfOneRequest() {
		Answer answer = this.integrator.post(PATH, """
				{"name":"","email":"x","phoneNumber":1,"accountNumber":"1","ifsc":"1","vpa":"1","code":"BEN1"}""");

		assertThat(answer.fieldErrors()).contains("name blank", "email invalid", "phoneNumber wrong_type",
				"accountNumber invalid", "ifsc invalid", "vpa invalid", "accountNumber not_allowed", "ifsc not_allowed",
				"code unknown_field");
	}

	@ParameterizedTest(name = "409 for {0}")
	@MethodSource("duplicates")
	void answersDuplicateWithExistingBeneficiary(String row, Body first, Body second, boolean archived) {
		String id = this.integrator.beneficiary(first);
		if (archived) {
			assertThat(this.integrator.delete(PATH + "/" + id).status()).isEqualTo(200);
		}
		long before = count();

		Answer answer = this.integrator.post(PATH, second.with("name", "Another Name"));

		assertThat(answer.refusal()).isEqualTo("409 beneficiary_exists");
		assertThat(answer.json().path("message").asString()).isEqualTo("Beneficiary already exists");
		assertThat(answer.data().propertyNames()).containsExactly("beneficiaryId", "name", "email", "phoneNumber",
				"accountNumber", "ifsc", "vpa", "status");
		assertThat(answer.data().path("beneficiaryId").asString()).isEqualTo(id);
		assertThat(answer.data().path("status").asString()).isEqualTo(archived ? "inactive" : "active");
		for (String field : List.of("name", "email", "phoneNumber", "accountNumber", "ifsc", "vpa")) {
			assertThat(answer.data().path(field).isNull() ? "null" : answer.data().path(field).asString()).as(field)
				.isEqualTo(first.text(field));
		}
		assertThat(count()).isEqualTo(before);
	}

	static Stream<Arguments> duplicates() {
		Body bank = bank().with("accountNumber", "026291800001191").with("email", "asha@example.in");
		Body upi = upi().with("vpa", "Sita.Devi@okBank");
		return Stream.of(arguments("the same account and IFSC", bank, bank, false),
				arguments("the same account and the IFSC in lower case", bank, bank.with("ifsc", "hdfc0000001"), false),
				arguments("the account of an archived one", bank, bank, true),
				arguments("the same VPA", upi, upi, false),
				arguments("the same VPA in another case", upi, upi.with("vpa", "sITA.dEVI@OKbANK"), false),
				arguments("the VPA of an archived one", upi, upi, true));
	}

	@Test
	void targetIsUniqueAsAWholeAndPerBusiness() {
		Body bank = bank();
		this.integrator.beneficiary(bank);

		assertThat(this.integrator.post(PATH, bank.with("ifsc", "HDFC0000002")).status()).isEqualTo(201);
		assertThat(this.integrator.post(PATH, bank.with("accountNumber", Integrator.number())).status()).isEqualTo(201);
		assertThat(new Integrator().post(PATH, bank).status()).isEqualTo(201);
	}

	private long count() {
		return this.integrator.merchant().count("SELECT count(*) FROM beneficiary WHERE business_id = :id");
	}

	private static Arguments bankRow(String row, String field, @Nullable Object value) {
		return arguments(row, bank().with("email", null).with("vpa", null).with(field, value));
	}

	private static Arguments upiRow(String row, String field, @Nullable Object value) {
		return arguments(row,
				upi().with("email", null).with("accountNumber", null).with("ifsc", null).with(field, value));
	}

	private static Arguments wrong(String row, Body body, String error) {
		return arguments(row, body, error);
	}

}
