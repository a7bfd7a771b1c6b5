package dev.hundi.payout;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Compares searches with a full scan in Java, while some payouts are indexed, some are
 * not, and some have changed since.
 */
class SearchPayoutsIntegrationTests {

	private static final long SEED = 20_261_121;

	private static final int PAYOUTS = 400;

	/** So small that there are many buckets. */
	private static final int BUCKET = 7;

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final TestBusiness business = TestBusiness.create(database);

	private static final TestBusiness other = TestBusiness.create(database);

	private static final Random random = new Random(SEED);

	private static final List<PayoutDetail> all = new ArrayList<>();

	@BeforeAll
	static void acceptPayouts() {
		accept(PAYOUTS / 2);
		indexEverything();
		accept(PAYOUTS / 4);
		settle(PAYOUTS / 4);
		Payouts payouts = new Payouts(jdbc);
		jdbc.sql("SELECT payout_id FROM payout WHERE business_id = :id")
			.param("id", business.id())
			.query(UUID.class)
			.list()
			.forEach((id) -> all.add(payouts.detail(business.id(), id).orElseThrow()));
		all.sort(Comparator.comparing(PayoutDetail::payoutId).reversed());
	}

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void findsWhatAFullScanFinds() {
		for (int i = 0; i < 600; i++) {
			if (i == 400) {
				indexEverything();
			}
			String phrase = phrase();
			int limit = 1 + random.nextInt(20);
			int offset = random.nextInt(10);
			// A small number exercises both ends of the reading.
			SearchPayouts search = new SearchPayouts(jdbc, 5 + random.nextInt(40));

			List<UUID> found = search.find(business.id(), new SearchPhrase(phrase), new Page(limit, offset))
				.stream()
				.map(PayoutDetail::payoutId)
				.toList();

			assertThat(found).as("phrase <%s> offset %d limit %d, seed %d", phrase, offset, limit, SEED)
				.containsExactlyElementsOf(all.stream()
					.filter((payout) -> has(payout, phrase))
					.skip(offset)
					.limit(limit)
					.map(PayoutDetail::payoutId)
					.toList());
		}
	}

	@Test
	void findsWhatAFullScanFindsWithTheBucketsOfProduction() {
		PayoutDetail oldest = all.getLast();

		assertThat(new Payouts(jdbc).search(business.id(), new SearchPhrase(oldest.transactionId()), Page.FIRST))
			.containsExactly(oldest);
		assertThat(new Payouts(jdbc).search(other.id(), new SearchPhrase(oldest.transactionId()), Page.FIRST))
			.isEmpty();
	}

	/** A phrase of two letters with one and three bytes. */
	@ParameterizedTest
	@ValueSource(strings = { " द", "ा ", "தs", "X₹" })
	void findsByFourBytesOfTwoLetters(String phrase) {
		assertThat(new Payouts(jdbc).search(business.id(), new SearchPhrase(phrase), Page.FIRST))
			.containsExactlyElementsOf(
					all.stream().filter((payout) -> has(payout, phrase)).limit(Page.FIRST.limit()).toList());
	}

	/** In lower case, PostgreSQL makes one letter of a dotted capital I and Java two. */
	@Test
	void findsByADottedCapitalI() {
		Payouts payouts = new Payouts(jdbc);
		for (String phrase : List.of("s\u0130", "s\u0130t", "s\u0130ta", "s\u0130ta ", "s\u0130ta o'ne\u0130l")) {
			assertThat(payouts.search(business.id(), new SearchPhrase(phrase), Page.FIRST)).as(phrase)
				.isNotEmpty()
				.isEqualTo(payouts.search(business.id(), new SearchPhrase(phrase.replace('\u0130', 'i')), Page.FIRST));
		}
	}

	private static boolean has(PayoutDetail payout, String phrase) {
		return fields(payout)
			.anyMatch((field) -> field.toLowerCase(Locale.ROOT).contains(phrase.toLowerCase(Locale.ROOT)));
	}

	private static Stream<String> fields(PayoutDetail payout) {
		return Stream
			.of(payout.payoutId().toString(), payout.transactionId(), payout.merchantReferenceId(), payout.utr(),
					payout.bankReference(), payout.beneficiary().name(), payout.beneficiary().accountNumber(),
					payout.beneficiary().ifsc(), payout.beneficiary().vpa())
			.filter((field) -> field != null)
			.map(String::valueOf);
	}

	/** A part of a field, in any case; sometimes of no field. */
	private static String phrase() {
		List<String> fields = fields(all.get(random.nextInt(all.size()))).toList();
		String field = fields.get(random.nextInt(fields.size()));
		int length = 1 + random.nextInt(field.length());
		int start = random.nextInt(field.length() - length + 1);
		String part = field.substring(start, start + length).strip();
		return switch (random.nextInt(8)) {
			case 0 -> part.toUpperCase(Locale.ROOT) + "x";
			case 1 -> part.toUpperCase(Locale.ROOT) + "x";
			case 2, 3 -> part.isEmpty() ? "%" : part.toLowerCase(Locale.ROOT);
			default -> part.isEmpty() ? "_" : part;
		};
	}

	private static void accept(int count) {
		for (int i = 0; i < count; i++) {
			for (TestBusiness owner : List.of(business, other)) {
				UUID payout = owner.payout(100 + i, 0, 0);
				boolean upi = random.nextInt(4) == 0;
				// Set as by an acceptance; the guard rejects later changes.
				WithoutTriggers.sql(jdbc, """
						UPDATE payout
						   SET merchant_reference_id = :reference, beneficiary_name = :name, rail = :rail,
						       account_number = :account, ifsc = :ifsc, vpa = :vpa
						 WHERE payout_id = :payout
						""")
					.param("reference", (random.nextInt(5) == 0) ? null : "ORD_%s-100%%\\%d".formatted(i % 7, i))
					.param("name",
							List.of("Ramesh Kumar", "सीता देवी", "முருகன்", "Sita O'Neil").get(random.nextInt(4)))
					.param("rail", upi ? "U" : "I")
					.param("account", upi ? null : Integer.toString(100_000_000 + random.nextInt(1000)))
					.param("ifsc", upi ? null : List.of("HDFC0000001", "ICIC0000104").get(random.nextInt(2)))
					.param("vpa", upi ? "Sita.%d@upi".formatted(i) : null)
					.param("payout", payout)
					.update();
			}
		}
	}

	/** Gives some payouts, indexed or not, the references that a bank sends. */
	private static void settle(int count) {
		List<UUID> some = jdbc.sql("SELECT payout_id FROM payout ORDER BY md5(payout_id::text) LIMIT :count")
			.param("count", count)
			.query(UUID.class)
			.list();
		for (UUID payout : some) {
			WithoutTriggers.sql(jdbc, """
					UPDATE payout SET utr = :utr, bank_reference = :bank, last_sequence = 2 WHERE payout_id = :payout;
					INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
					                          response_code, response_message)
					SELECT business_id, payout_id, 2, 3, 4, 'BANK_ACKNOWLEDGED', 'BANK', 'BANK_ACKNOWLEDGED', 'x'
					  FROM payout WHERE payout_id = :payout
					""")
				.param("utr", Long.toString(325_000_000_000L + random.nextInt(100_000)))
				.param("bank", "SB" + random.nextInt(100_000))
				.param("payout", payout)
				.update();
		}
	}

	private static void indexEverything() {
		IndexPayouts index = new IndexPayouts(jdbc, new JdbcTransactionManager(database.dataSource()), BUCKET);
		await().until(() -> {
			index.index();
			return jdbc.sql("""
					SELECT count(*) = (SELECT count(*) FROM payout) FROM payout_search WHERE part = 0
					""").query(Boolean.class).single();
		});
	}

}
