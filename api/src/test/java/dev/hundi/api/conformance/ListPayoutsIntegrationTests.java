package dev.hundi.api.conformance;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.hundi.api.testing.Answer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static org.assertj.core.api.Assertions.assertThat;

/** {@code GET /v1/payouts}: every parameter except search. */
class ListPayoutsIntegrationTests {

	private static final String PATH = "/v1/payouts";

	/** A business with 205 payouts of 1.00 to 205.00 rupees, a minute apart. */
	private static final Integrator crowd = new Integrator();

	@BeforeAll
	static void accept() {
		String beneficiary = crowd.beneficiary(bank());
		crowd.merchant()
			.sql("""
					WITH accepted AS (
					  INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code,
					                      beneficiary_name, beneficiary_phone, account_number, ifsc, rail, amount_paise,
					                      commission_paise, gst_paise, response_message, merchant_reference_id)
					  SELECT b.business_id, uuidv7((n - 206) * interval '1 minute'),
					         'TXN20261121' || upper(left(md5(random()::text || n), 10)), b.beneficiary_id, b.beneficiary_code,
					         b.name, b.phone_number, b.account_number, b.ifsc, 'I', n * 100, 200, 36, 'Queued', 'ORD-' || n
					    FROM generate_series(1, 205) AS n
					    JOIN beneficiary b ON b.business_id = :id AND b.beneficiary_id = '%s'
					  RETURNING business_id, payout_id
					)
					INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code,
					                          response_message)
					SELECT business_id, payout_id, 1, 3, 'CREATED', 'API', 'INITIATED', 'Queued' FROM accepted
					"""
				.formatted(beneficiary));
	}

	@ParameterizedTest(name = "limit: \"{0}\" is {1} rows")
	@CsvSource({ "'', 50", "limit=1, 1", "limit=200, 200", "limit=201, 200", "limit=100000, 200", "limit=0, 1",
			"limit=-7, 1", "limit=99999999999999999999999, 200", "search=ord-, 50", "search=ord-&limit=200, 200",
			"search=ord-&limit=1000, 200", "search=ord-&limit=0, 1" })
	void limit(String query, int rows) {
		assertThat(crowd.read(PATH + "?" + query).size()).isEqualTo(rows);
	}

	@ParameterizedTest(name = "offset: \"{0}\" begins at {1} with {2} rows")
	@CsvSource({ "'', 205.00, 50", "offset=0, 205.00, 50", "offset=1, 204.00, 50", "offset=200, 5.00, 5",
			"offset=204, 1.00, 1", "offset=205, '', 0", "offset=4000000000, '', 0", "search=ord-&offset=200, 5.00, 5",
			"search=ord-20&offset=2, 203.00, 5", "search=ord-&offset=205, '', 0" })
	void offset(String query, String first, int count) {
		JsonNode rows = crowd.read(PATH + "?" + query);

		assertThat(rows.size()).isEqualTo(count);
		assertThat(rows.path(0).path("amount").asString("")).isEqualTo(first);
	}

	@Test
	void pagesCoverTheListOnceNewestFirst() {
		Set<String> seen = new HashSet<>();
		String last = "9";
		for (int offset = 0; offset < 205; offset += 41) {
			for (JsonNode row : crowd.read(PATH + "?limit=41&offset=" + offset)) {
				assertThat(row.path("createdAt").asString()).isLessThan(last);
				last = row.path("createdAt").asString();
				seen.add(row.path("payoutTransactionId").asString());
			}
		}
		assertThat(seen).hasSize(205);
	}

	@Test
	void sinceIsInclusiveAndUntilExclusive() {
		JsonNode all = crowd.read(PATH + "?limit=200");
		String newer = all.get(10).path("createdAt").asString();
		String older = all.get(20).path("createdAt").asString();

		assertThat(crowd.list(PATH + "?since=" + older, "createdAt")).hasSize(21).contains(older);
		assertThat(crowd.list(PATH + "?limit=200&until=" + newer, "createdAt")).hasSize(205 - 11).doesNotContain(newer);
		assertThat(crowd.list(PATH + "?since=" + older + "&until=" + newer, "createdAt")).hasSize(10)
			.contains(older)
			.doesNotContain(newer);
		assertThat(crowd.list(PATH + "?since=" + older + "&until=" + older, "createdAt")).isEmpty();
	}

	@Test
	void appliesZoneOfTheTime() {
		String time = crowd.read(PATH).get(10).path("createdAt").asString();
		String indian = OffsetDateTime.parse(time).withOffsetSameInstant(ZoneOffset.ofHoursMinutes(5, 30)).toString();

		List<String> expected = crowd.list(PATH + "?since=" + time, "createdAt");
		assertThat(crowd.list(PATH + "?since=" + indian.replace("+", "%2B"), "createdAt")).isEqualTo(expected);
		assertThat(crowd.list(PATH + "?since=" + indian, "createdAt")).isEqualTo(expected);
	}

	@ParameterizedTest(name = "{0}: {1} of 205")
	@CsvSource({ "since=0001-01-01T00:00:00Z&limit=200&offset=5, 200", "until=9999-12-31T23:59:59.999Z&offset=200, 5",
			"until=1969-01-01T00:00:00Z, 0", "since=2999-01-01T00:00:00Z, 0" })
	void acceptsDistantTimes(String query, int rows) {
		assertThat(crowd.read(PATH + "?" + query).size()).isEqualTo(rows);
	}

	@ParameterizedTest(name = "{1} for {0}")
	@CsvSource({ "since=yesterday, since invalid", "until=2026-11-21, until invalid", "limit=x, limit invalid",
			"offset=-1, offset invalid", "state=11, state unknown_field", "search=a&search=b, search invalid" })
	void rejects(String query, String error) {
		Answer answer = crowd.get(PATH + "?" + query);

		assertThat(answer.refusal()).isEqualTo("400 validation_error");
		assertThat(answer.fieldErrors()).containsExactly(error);
	}

	@Test
	void reportsAllInvalidParametersOfOneRequest() {
		assertThat(crowd.get(PATH + "?limit=x&offset=y&since=z&until=a&page=1").fieldErrors())
			.containsExactlyInAnyOrder("limit invalid", "offset invalid", "since invalid", "until invalid",
					"page unknown_field");
	}

}
