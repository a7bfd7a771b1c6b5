package dev.hundi.api.conformance;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.hundi.api.testing.Answer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.encoded;
import static dev.hundi.api.conformance.Integrator.upi;
import static org.assertj.core.api.Assertions.assertThat;

/** {@code GET /v1/beneficiaries}: every parameter, the fields of a row, pagination. */
class ListBeneficiariesIntegrationTests {

	private static final String PATH = "/v1/beneficiaries";

	/** A business with 205 active beneficiaries, a minute apart. */
	private static final Integrator crowd = new Integrator();

	/** A business with a few beneficiaries that differ in every field. */
	private static final Integrator few = new Integrator();

	/** Without the trigger that keeps every beneficiary. */
	private static final String DELETE_ALL = """
			SET session_replication_role = replica;
			DELETE FROM beneficiary WHERE business_id = :id;
			SET session_replication_role = origin
			""";

	private static String bankId = "";

	private static String upiId = "";

	private static String archivedId = "";

	@BeforeAll
	static void register() {
		crowd.merchant()
			.sql(DELETE_ALL)
			.sql("""
					INSERT INTO beneficiary (business_id, beneficiary_id, beneficiary_code, name, phone_number, account_number,
					                         ifsc, created_at)
					SELECT :id, uuidv7(age.before_now), 'BEN' || upper(left(md5(random()::text || n), 8)), 'Member ' || n,
					       '9876543210', lpad(n::text, 12, '0'), 'HDFC0000001', date_trunc('ms', now()) + age.before_now
					  FROM generate_series(1, 205) AS n
					 CROSS JOIN LATERAL (VALUES ((n - 206) * interval '1 minute')) AS age (before_now)
					""");
		few.merchant().sql(DELETE_ALL);
		bankId = few.beneficiary(bank().with("name", "Éloïse 100%_sure \\ Co")
			.with("email", "Accounts@Example.IN")
			.with("phoneNumber", "+919812345678")
			.with("accountNumber", "026291800001191")
			.with("ifsc", "YESB0000262"));
		BehindTheApi.anotherMillisecond();
		upiId = few.beneficiary(upi().with("name", "सीता देवी முத்து").with("vpa", "Sita.Devi@okBank"));
		BehindTheApi.anotherMillisecond();
		archivedId = few.beneficiary(bank().with("name", "Gone Away"));
		assertThat(few.delete(PATH + "/" + archivedId).status()).isEqualTo(200);
	}

	@ParameterizedTest(name = "limit: \"{0}\" is {1} rows")
	@CsvSource({ "'', 50", "limit=1, 1", "limit=200, 200", "limit=201, 200", "limit=100000, 200", "limit=0, 1",
			"limit=-7, 1", "limit=99999999999999999999999, 200", "limit=-99999999999999999999999, 1" })
	void limit(String query, int rows) {
		Answer answer = crowd.get(PATH + "?" + query);

		assertThat(answer.data().size()).isEqualTo(rows);
		assertThat(answer.json().path("pagination").toString())
			.isEqualTo("{\"limit\":%d,\"offset\":0,\"total\":205}".formatted(rows));
	}

	@ParameterizedTest(name = "offset: \"{0}\" begins at member {1} with {2} rows")
	@CsvSource({ "'', 205, 50", "offset=0, 205, 50", "offset=1, 204, 50", "offset=200, 5, 5", "offset=204, 1, 1",
			"offset=205, , 0", "offset=4000000000, , 0" })
	void offset(String query, String first, int rows) {
		Answer answer = crowd.get(PATH + "?" + query);

		assertThat(answer.data().size()).isEqualTo(rows);
		assertThat(answer.data().path(0).path("name").asString("none"))
			.isEqualTo((first != null) ? "Member " + first : "none");
		assertThat(answer.json().path("pagination").path("total").asInt()).isEqualTo(205);
	}

	@Test
	void pagesCoverTheListOnce() {
		Set<String> seen = new HashSet<>();
		for (int offset = 0; offset < 205; offset += 41) {
			List<String> page = crowd.list(PATH + "?limit=41&offset=" + offset, "beneficiaryId");
			assertThat(page).hasSize(41);
			seen.addAll(page);
		}
		assertThat(seen).hasSize(205);
	}

	@Test
	void sinceIsInclusiveAndUntilExclusive() {
		JsonNode all = crowd.read(PATH + "?limit=200");
		String newer = all.get(10).path("createdAt").asString();
		String older = all.get(20).path("createdAt").asString();

		assertThat(crowd.list(PATH + "?since=" + older, "createdAt")).hasSize(21).contains(older);
		assertThat(total(crowd.get(PATH + "?until=" + newer))).isEqualTo(205 - 11);
		assertThat(crowd.list(PATH + "?since=" + older + "&until=" + newer, "createdAt")).hasSize(10)
			.contains(older)
			.doesNotContain(newer);
		assertThat(crowd.list(PATH + "?since=" + older + "&until=" + older, "createdAt")).isEmpty();
	}

	@ParameterizedTest(name = "since={0} is all")
	@ValueSource(strings = { "0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2000-01-01T05:30:00%2B05:30",
			"2000-01-01T05:30:00+05:30", "2000-01-01T00:00:00.123456789Z", "2000-01-01T00:00Z" })
	void acceptsIsoDatetimesWithZone(String since) {
		assertThat(total(crowd.get(PATH + "?since=" + since + "&until=9999-12-31T23:59:59.999Z"))).isEqualTo(205);
	}

	@ParameterizedTest(name = "{1} for {0}")
	@CsvSource({ "since=yesterday, since invalid", "since=2026-11-21, since invalid",
			"until=2026-11-21T10:00:00, until invalid", "until=1764000000000, until invalid",
			"since=2026-02-30T00:00:00Z, since invalid", "since=, since invalid", "limit=ten, limit invalid",
			"limit=1.5, limit invalid", "limit=, limit invalid", "offset=-1, offset invalid",
			"offset=1e3, offset invalid", "status=archived, status invalid", "status=ACTIVE, status invalid",
			"limit=1&limit=2, limit invalid", "page=2, page unknown_field", "search=%00, search invalid",
			"since=2026-11-22T00:00:00Z&until=2026-11-21T00:00:00Z, until invalid" })
	void rejects(String query, String error) {
		Answer answer = crowd.get(PATH + "?" + query);

		assertThat(answer.refusal()).isEqualTo("400 validation_error");
		assertThat(answer.fieldErrors()).containsExactly(error);
	}

	@ParameterizedTest(name = "search finds by {0}: {1}")
	@CsvSource(quoteCharacter = '"',
			value = { "name, ÉLOÏSE", "name, éloïse 100", "name, %_sure", "name, 00%_S", "name, \\ c", "name, \\",
					"name, l", "email, accounts@", "email, EXAMPLE.in", "phone, 9812345678", "phone, +9198",
					"account number, 026291800001191", "account number, 9180000", "IFSC, yesb0000262", "IFSC, SB0000",
					"blanks around, \"  sure  \"" })
	void searchFindsTheBankTarget(String field, String phrase) {
		assertThat(few.list(PATH + "?search=" + encoded(phrase), "beneficiaryId")).containsExactly(bankId);
	}

	@ParameterizedTest(name = "search finds by {0}: {1}")
	@CsvSource({ "name in Devanagari, सीता", "part of a name in Devanagari, ता दे", "name in Tamil, முத்து",
			"two characters in Tamil, மு", "VPA, Sita.Devi@okBank", "VPA in another case, sITA.dEVI",
			"handle, @OKBANK" })
	void searchFindsTheUpiTarget(String field, String phrase) {
		assertThat(few.list(PATH + "?search=" + encoded(phrase), "beneficiaryId")).containsExactly(upiId);
	}

	@Test
	void searchFindsByCodeInAnyCase() {
		String code = few.read(PATH + "?search=Sita").get(0).path("beneficiaryCode").asString();

		for (String phrase : List.of(code, code.toLowerCase(Locale.ROOT), code.substring(3))) {
			assertThat(few.list(PATH + "?search=" + phrase, "beneficiaryId")).containsExactly(upiId);
		}
	}

	@ParameterizedTest(name = "search finds nothing: {0}")
	@ValueSource(strings = { "unknown", "100%sure", "É_oïse", "Éloïse%sure", "okBank Sita", "026291800001191Y", "'--",
			"active" })
	void searchTreatsCharactersLiterally(String phrase) {
		Answer answer = few.get(PATH + "?status=all&search=" + encoded(phrase));

		assertThat(answer.data().size()).isZero();
		assertThat(total(answer)).isZero();
	}

	@Test
	void combinesSearchStatusWindowAndPage() {
		assertThat(crowd.list(PATH + "?search=member+1&limit=2&offset=1", "name")).containsExactly("Member 198",
				"Member 197");
		Answer answer = crowd.get(PATH + "?search=member+20&status=all&limit=2&offset=6");
		assertThat(Integrator.texts(answer.data(), "name")).containsExactly("Member 20");
		assertThat(answer.json().path("pagination").toString()).isEqualTo("{\"limit\":2,\"offset\":6,\"total\":7}");
		assertThat(few.list(PATH + "?search=gone", "name")).isEmpty();
		assertThat(few.list(PATH + "?search=gone&status=inactive", "name")).containsExactly("Gone Away");
		assertThat(few.list(PATH + "?search=gone&status=all&since=2999-01-01T00:00:00Z", "name")).isEmpty();
		assertThat(total(few.get(PATH + "?search="))).isEqualTo(2);
	}

	@ParameterizedTest(name = "status: \"{0}\" is {1} of 2 active and 1 inactive")
	@CsvSource({ "'', 2", "status=active, 2", "status=inactive, 1", "status=all, 3" })
	void status(String query, int rows) {
		Answer answer = few.get(PATH + "?" + query);

		assertThat(answer.data().size()).isEqualTo(rows);
		assertThat(total(answer)).isEqualTo(rows);
	}

	@Test
	void bankRowHasEveryField() {
		JsonNode row = row(bankId);

		assertThat(row.propertyNames()).containsExactly("beneficiaryId", "beneficiaryCode", "name", "email",
				"phoneNumber", "accountNumber", "ifsc", "vpa", "status", "createdAt");
		assertThat(row.path("beneficiaryCode").asString()).matches("BEN[0-9A-HJKMNP-TV-Z]{8}");
		assertThat(row.path("name").asString()).isEqualTo("Éloïse 100%_sure \\ Co");
		assertThat(row.path("email").asString()).isEqualTo("Accounts@Example.IN");
		assertThat(row.path("phoneNumber").asString()).isEqualTo("+919812345678");
		assertThat(row.path("accountNumber").asString()).isEqualTo("026291800001191");
		assertThat(row.path("ifsc").asString()).isEqualTo("YESB0000262");
		assertThat(row.path("vpa").isNull()).isTrue();
		assertThat(row.path("status").asString()).isEqualTo("active");
		assertThat(row.path("createdAt").asString())
			.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z");
	}

	@Test
	void upiRowHasNullBankTarget() {
		JsonNode row = row(upiId);

		assertThat(row.path("vpa").asString()).isEqualTo("Sita.Devi@okBank");
		assertThat(row.path("accountNumber").isNull()).isTrue();
		assertThat(row.path("ifsc").isNull()).isTrue();
		assertThat(row.path("email").isNull()).isTrue();
	}

	@Test
	void archivedRowIsInactive() {
		assertThat(row(archivedId).path("status").asString()).isEqualTo("inactive");
	}

	@Test
	void searchFindsANameWithAnEmojiBesideDigits() {
		Integrator integrator = new Integrator();
		String id = integrator.beneficiary(bank().with("name", "Kirana 😀123456"));

		assertThat(integrator.list(PATH + "?search=" + encoded("😀123456"), "beneficiaryId")).containsExactly(id);
	}

	@Test
	void listsNewestFirst() {
		assertThat(few.list(PATH + "?status=all", "beneficiaryId")).containsExactly(archivedId, upiId, bankId);
	}

	private static JsonNode row(String id) {
		return few.read(PATH + "?status=all")
			.valueStream()
			.filter((row) -> row.path("beneficiaryId").asString().equals(id))
			.findFirst()
			.orElseThrow();
	}

	private static int total(Answer answer) {
		return answer.json().path("pagination").path("total").asInt(-1);
	}

}
