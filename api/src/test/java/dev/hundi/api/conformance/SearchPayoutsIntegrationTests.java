package dev.hundi.api.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import dev.hundi.bank.Attempt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.encoded;
import static dev.hundi.api.conformance.Integrator.payoutTo;
import static dev.hundi.api.conformance.Integrator.upi;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * {@code search} of {@code GET /v1/payouts}: by every field of the specification, before,
 * during and after indexing.
 */
class SearchPayoutsIntegrationTests {

	private static final String PATH = "/v1/payouts?search=";

	private static final List<Integrator> integrators = new ArrayList<>();

	@BeforeAll
	static void pay() {
		Integrator indexed = accepted();
		settle(indexed, "Indexed");
		Integrator partly = accepted();
		BehindTheApi.index(indexed);
		BehindTheApi.index(partly);
		settle(partly, "Partly");
		Integrator fresh = accepted();
		settle(fresh, "Fresh");
		integrators.addAll(List.of(indexed, partly, fresh));
		assertThat(integrators.stream().map(SearchPayoutsIntegrationTests::indexed)).containsExactly(5L, 3L, 0L);
	}

	/** Three payouts: to an account, to a VPA, and to another account. */
	private static Integrator accepted() {
		Integrator integrator = new Integrator();
		String eloise = integrator.beneficiary(bank().with("name", "Éloïse 100%_sure \\ Co")
			.with("accountNumber", "026291800001191")
			.with("ifsc", "YESB0000262"));
		String sita = integrator.beneficiary(upi().with("name", "सीता देवी முத்து").with("vpa", "Sita.Devi@okBank"));
		String other = integrator.beneficiary(bank().with("name", "Other One").with("accountNumber", "555555555555"));
		integrator.payout(payoutTo(eloise).with("merchantReferenceId", "ORD/2026-%_\\Ab1"));
		BehindTheApi.anotherMillisecond();
		integrator.payout(payoutTo(sita).with("transactionType", "U")
			.with("merchantReferenceId", "ஆணை Straße-42")
			.with("amount", "2.00"));
		BehindTheApi.anotherMillisecond();
		integrator.payout(payoutTo(other).with("amount", "3.00"));
		return integrator;
	}

	private static void settle(Integrator integrator, String unique) {
		BehindTheApi.topUp(integrator, 10_000_00, "MONEY" + integrator.businessId(), "Money");
		Attempt attempt = BehindTheApi.succeed(integrator, account(integrator), "N326" + unique + "UtrA1",
				"Bank" + unique + "Ref/B2");
		assertThat(attempt.number()).isEqualTo(1);
		BehindTheApi.acknowledge(integrator, vpa(integrator), "Ack" + unique + "Ref/C3");
	}

	/** The search texts of the payouts; those with data of the bank count twice. */
	private static long indexed(Integrator integrator) {
		return integrator.merchant()
			.count("""
					SELECT count(*) + count(*) FILTER (WHERE position('ref/' IN text) > 0) FROM payout_search WHERE business_id = :id
					""");
	}

	@ParameterizedTest(name = "search by {0} finds {1}")
	@MethodSource("phrases")
	void findsByPhrase(String field, String phrase, String amount) {
		for (Integrator integrator : integrators) {
			String text = filled(integrator, phrase);
			assertThat(integrator.list(PATH + encoded(text), "amount")).as(text)
				.containsExactly(amount.isEmpty() ? new String[0] : amount.split(" ", -1));
		}
	}

	static Stream<Arguments> phrases() {
		String account = "1500.00";
		String vpa = "2.00";
		return Stream.of(arguments("transaction id", "{transactionId}", account),
				arguments("transaction id in lower case", "{transactionid}", account),
				arguments("part of the transaction id", "{transactionId 8}", account),
				arguments("payout UUID", "{payoutTransactionId}", account),
				arguments("payout UUID in upper case", "{PAYOUTTRANSACTIONID}", account),
				arguments("end of the payout UUID", "{payoutTransactionId 24}", account),
				arguments("merchant reference id", "ORD/2026-%_\\Ab1", account),
				arguments("merchant reference id in another case", "ord/2026-%_\\aB1", account),
				arguments("per cent sign", "-%_", account), arguments("per cent sign as no wildcard", "O%2026", ""),
				arguments("underscore", "_\\", account), arguments("underscore as no wildcard", "ORD_2026", ""),
				arguments("backslash", "\\Ab1", account), arguments("backslash twice", "\\\\Ab1", ""),
				arguments("merchant reference id in Tamil", "ஆணை", vpa), arguments("one character in Tamil", "ஆ", vpa),
				arguments("umlauts", "STRAßE-4", vpa), arguments("UTR", "N326{unique}UtrA1", account),
				arguments("UTR in upper case", "326{UNIQUE}UTRA1", account),
				arguments("end of the UTR", "utra1", account),
				arguments("bank reference", "Bank{unique}Ref/B2", account),
				arguments("bank reference in lower case", "bank{unique}ref/b2", account),
				arguments("end of the bank reference", "ref/B2", account),
				arguments("bank reference of a pending payout", "ack{unique}ref/c3", vpa),
				arguments("beneficiary name", "Éloïse 100%_sure \\ Co", account),
				arguments("beneficiary name in upper case", "ÉLOÏSE 1", account),
				arguments("part of the beneficiary name", "ure \\", account),
				arguments("beneficiary name in Devanagari", "सीता देवी", vpa),
				arguments("part of a name in Devanagari", "ता दे", vpa),
				arguments("beneficiary name in Tamil", "முத்து", vpa),
				arguments("account number", "026291800001191", account),
				arguments("part of the account number", "918000", account), arguments("VPA", "Sita.Devi@okBank", vpa),
				arguments("VPA in another case", "sITA.dEVI@OKbANK", vpa), arguments("part of the VPA", "@okb", vpa),
				arguments("IFSC", "YESB0000262", account), arguments("IFSC in lower case", "yesb0000", account),
				arguments("what two have", "bank", "2.00 1500.00"), arguments("two characters", "cO", account),
				arguments("one character that all have", "o", "3.00 2.00 1500.00"),
				arguments("unknown text", "unknown", ""), arguments("two fields at once", "Co 0262", ""),
				arguments("a field's end with more", "YESB0000262X", ""), arguments("SQL", "' OR true --", ""));
	}

	/** docs/integrating.md, "Lists and search". */
	@Test
	void findsByNarration() {
		Integrator integrator = new Integrator();
		String id = integrator.payout(payoutTo(integrator.beneficiary(bank())).with("narration", "Rent November"));

		assertThat(integrator.list(PATH + encoded("rent nov"), "payoutTransactionId")).containsExactly(id);
		BehindTheApi.index(integrator);
		assertThat(integrator.list(PATH + encoded("rent nov"), "payoutTransactionId")).containsExactly(id);
	}

	@Test
	void findsPayoutImmediatelyAfterAcceptance() {
		Integrator integrator = new Integrator();
		String beneficiary = integrator.beneficiary(bank());
		for (int i = 0; i < 5; i++) {
			String reference = "NOW-" + Integrator.number();
			String id = integrator
				.payout(payoutTo(beneficiary).with("amount", "4.00").with("merchantReferenceId", reference));

			assertThat(integrator.list(PATH + reference, "payoutTransactionId")).containsExactly(id);
		}
		assertThat(integrator.list(PATH + "now-&limit=2&offset=1", "amount")).containsExactly("4.00", "4.00");
	}

	@Test
	void searchIgnoresWindow() {
		for (Integrator integrator : integrators) {
			assertThat(integrator.list(PATH + "sita&since=2999-01-01T00:00:00Z", "amount")).containsExactly("2.00");
			assertThat(integrator.list(PATH + "sita&until=2001-01-01T00:00:00Z", "amount")).containsExactly("2.00");
			assertThat(integrator.list(PATH + "sita&since=never&until=", "amount")).containsExactly("2.00");
		}
	}

	@Test
	void treatsBlankSearchAsAbsent() {
		Integrator integrator = integrators.getLast();

		assertThat(integrator.read(PATH).size()).isEqualTo(3);
		assertThat(integrator.read(PATH + "%20&since=2999-01-01T00:00:00Z").size()).isZero();
	}

	@Test
	void pagesResultsNewestFirst() {
		for (Integrator integrator : integrators) {
			assertThat(integrator.list(PATH + "txn&limit=200", "createdAt"))
				.isSortedAccordingTo(Comparator.reverseOrder());
			assertThat(integrator.list(PATH + "hdfc0000001&limit=1&offset=1", "amount"))
				.isEqualTo(integrator.list(PATH + "hdfc0000001", "amount").stream().skip(1).limit(1).toList());
		}
	}

	private static String filled(Integrator integrator, String phrase) {
		JsonNode payout = integrator.record(account(integrator));
		String id = payout.path("payoutTransactionId").asString();
		String transactionId = payout.path("transactionId").asString();
		String unique = payout.path("utr").asString().substring(4).replace("UTRA1", "");
		return phrase.replace("{transactionId}", transactionId)
			.replace("{transactionid}", transactionId.toLowerCase(Locale.ROOT))
			.replace("{transactionId 8}", transactionId.substring(8))
			.replace("{payoutTransactionId}", id)
			.replace("{PAYOUTTRANSACTIONID}", id.toUpperCase(Locale.ROOT))
			.replace("{payoutTransactionId 24}", id.substring(24))
			.replace("{unique}", unique)
			.replace("{UNIQUE}", unique.toUpperCase(Locale.ROOT));
	}

	private static String account(Integrator integrator) {
		return integrator.list("/v1/payouts?limit=1&search=026291800001191", "payoutTransactionId").getFirst();
	}

	private static String vpa(Integrator integrator) {
		return integrator.list("/v1/payouts?limit=1&search=Sita.Devi", "payoutTransactionId").getFirst();
	}

}
