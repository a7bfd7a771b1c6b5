package dev.hundi.portal;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import dev.hundi.beneficiary.BeneficiaryChange;
import dev.hundi.beneficiary.ChangeBeneficiary;
import dev.hundi.business.Businesses;
import dev.hundi.business.PricePlans;
import dev.hundi.payout.CommissionSlab;
import dev.hundi.payout.Rail;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.time.India;
import dev.hundi.wallet.TopUpWallet;
import org.awaitility.Awaitility;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The page on which a maker pays. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PayIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	private final UUID business = this.portal.business();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@SuppressWarnings("NullAway.Init")
	private Visitor maker;

	@BeforeAll
	void start() {
		this.merchants = TestPortal.sharedCopy(Audience.MERCHANT);
		this.portal.owner(TopUpWallet.class).topUp(this.business, 1_000_00, "UTR" + this.business, "Money");
		this.maker = Visitor.signedIn(this.merchants.url(),
				this.portal.person("maker@pay.example", this.business, Role.MAKER));
	}

	@ParameterizedTest
	@EnumSource(names = { "OWNER", "CHECKER", "DEVELOPER", "VIEWER" })
	void onlyAMakerPays(Role role) {
		Visitor visitor = Visitor.signedIn(this.merchants.url(),
				this.portal.person(role.name().toLowerCase(Locale.ROOT) + "-pay@example.com", this.business, role));
		int before = payouts();
		assertThat(visitor.get("/pay").status()).isEqualTo(403);
		assertThat(visitor.post("/pay/review", form("10")).status()).isEqualTo(403);
		assertThat(visitor.post("/pay", form("10")).status()).isEqualTo(403);
		assertThat(payouts()).isEqualTo(before);
	}

	@Test
	void showsWordsChargesAndRailBeforeItPays() {
		Visitor.Page review = this.maker.post("/pay/review", form("1,23,456.50"));
		assertThat(review.textOf("figure")).isEqualTo("₹1,23,456.50");
		assertThat(review.textOf("words"))
			.isEqualTo("Rupees one lakh twenty-three thousand four hundred fifty-six and fifty paise only");
		assertThat(review.textOf("by")).isEqualTo("IMPS");
		assertThat(List.of(review.textOf("fee"), review.textOf("gst"), review.textOf("total"))).containsExactly("₹8.00",
				"₹1.44", "₹1,23,465.94");
		assertThat(review.textOf("short")).isNotBlank();
		int before = payouts();
		assertThat(review.submit("#confirm", Map.of()).follow().textOf("notice")).contains("accepted");
		assertThat(payouts()).isEqualTo(before + 1);
		assertThat(newest()).isEqualTo("PORTAL 12345650 800 I 3 false");
		assertThat(review.submit("#confirm", Map.of()).status()).as("the same form again").isEqualTo(302);
		assertThat(payouts()).isEqualTo(before + 1);
		assertThat(this.maker.get("/pay")
			.submit("#pay", Map.of("beneficiary", beneficiary(), "amount", "123456.50"))
			.textOf("alike")).contains("TXN");
	}

	@Test
	void paysANewBeneficiaryLaterWithAnApproval() {
		String account = Long.toString(System.nanoTime());
		String later = LocalDateTime.now(India.ZONE).plusDays(3).truncatedTo(ChronoUnit.MINUTES).toString();
		Visitor.Page review = this.maker.get("/pay")
			.submit("#pay",
					Map.of("name", "Asha Rao", "phone", "+91 98765-43210", "account",
							account.substring(0, 4) + " " + account.substring(4), "ifsc", "hdfc0000001", "amount",
							"5000", "later", later, "approval", "true", "narration", "Rent March", "purpose", "RENT"));
		assertThat(review.textOf("by")).as("the cheapest").isEqualTo("NEFT");
		assertThat(review.submit("#confirm", Map.of()).follow().textOf("notice")).as("both, not either")
			.endsWith("until it has the approvals it needs and its scheduled time, if any, has come.");
		assertThat(newest()).isEqualTo("PORTAL 500000 150 N 3 true");
		assertThat(this.portal.jdbc()
			.sql("""
					SELECT h.reason || ' ' || (a.maker_id = d.maker_id) || ' ' || d.purpose || ' ' || p.narration || ' ' || p.ifsc
					  FROM payout p
					  JOIN payout_hold h USING (business_id, payout_id)
					  JOIN payout_detail d USING (business_id, payout_id)
					  JOIN approval a ON a.approval_id = h.approval_id
					 WHERE p.account_number = :account
					""")
			.param("account", account)
			.query(String.class)
			.single()).isEqualTo("APPROVAL true RENT Rent March HDFC0000001");
	}

	@ParameterizedTest(name = "{0} = {1}")
	@CsvSource({ "amount, 0", "amount, x", "amount, -5", "amount, 99999999999", "rail, X", "rail, U",
			"later, 2020-01-01T10:00", "later, tomorrow", "narration, a-b", "reference, 'INV\t17'", "purpose, 'RE\tNT'",
			"beneficiary, 7", "beneficiary, 0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f" })
	void namesTheWrongField(String field, String value) {
		int before = payouts();
		Map<String, String> form = new HashMap<>(form("10"));
		form.put(field, value);
		for (String path : List.of("/pay/review", "/pay")) {
			Visitor.Page page = this.maker.post(path, form);
			assertThat(page.status()).isEqualTo(200);
			assertThat(page.document().select("#errors a")).hasSize(1);
			assertThat(page.textOf(field + "-error")).as("beside the field").isNotBlank();
			assertThat(page.document().select(".is-invalid").eachAttr("id")).containsExactly(field);
			assertThat(page.document().select("#amount").val()).isEqualTo(form.get("amount"));
		}
		assertThat(payouts()).isEqualTo(before);
	}

	@Test
	void namesTheWrongFieldOfANewBeneficiary() {
		Visitor.Page page = this.maker.post("/pay/review", Map.of("name", "Asha Rao", "phone", "12", "vpa", "",
				"account", "998877665544", "ifsc", "HDFC0000001", "amount", "10"));
		assertThat(page.textOf("phone-error")).isEqualTo("Enter an Indian mobile number.");
		assertThat(page.document().select(".is-invalid").eachAttr("id")).containsExactly("phone");
	}

	@Test
	void aKnownAccountIsReviewedUnderItsOwnName() {
		Map<String, String> known = Map.of("name", "First Name", "phone", "9876543210", "vpa", "first.name@okbank",
				"amount", "15");
		assertThat(pay(known).location()).startsWith("/payouts/");
		Map<String, String> renamed = new HashMap<>(known);
		renamed.put("name", "Second Name");
		Visitor.Page review = this.maker.post("/pay/review", renamed);
		assertThat(review.textOf("payee")).startsWith("First Name");
		assertThat(review.textOf("registered")).contains("First Name");
		assertThat(review.textOf("alike")).as("paid within a day").contains("TXN");
		this.portal.jdbc()
			.sql("UPDATE beneficiary SET status = 0 WHERE business_id = :id AND vpa = 'first.name@okbank'")
			.param("id", this.business)
			.update();
		assertThat(this.maker.post("/pay/review", renamed).textOf("vpa-error"))
			.isEqualTo("This beneficiary is archived. Reactivate it before you pay it.");
	}

	@Test
	void aReviewIsChangedWithoutTypingAgainAndEndsAtThePayout() {
		Visitor.Page review = this.maker.get("/pay?to=" + beneficiary())
			.submit("#pay", Map.of("amount", "31.50", "narration", "Rent"));
		assertThat(review.document().select("#confirm input[name=rail]").val()).as("the suggested one").isNotEmpty();
		Visitor.Page changed = review.press("#change");
		assertThat(changed.document().select("#amount").val()).isEqualTo("31.50");
		assertThat(changed.document().select("#narration").val()).isEqualTo("Rent");
		assertThat(changed.document().select("#rail option[selected]")).as("suggested again").isEmpty();
		Visitor.Page made = review.submit("#confirm", Map.of());
		assertThat(made.location()).startsWith("/payouts/");
		assertThat(made.follow().textOf("amount")).isEqualTo("₹31.50");
	}

	/** The key Back leads to /pay, of which the browser has no copy. */
	@Test
	void aFormThatWasReviewedAndNotPaidIsOfferedAgainWithoutScripts() {
		Member member = this.portal.person("back@pay.example", this.business, Role.MAKER);
		Visitor visitor = Visitor.signedIn(this.merchants.url(), member);
		assertThat(visitor.get("/pay").document().select("#unpaid")).isEmpty();
		Visitor.Page review = visitor.get("/pay")
			.submit("#pay", Map.of("beneficiary", beneficiary(), "amount", "1032.50", "narration", "Rent", "reference",
					"INV 17", "approval", "true"));
		Visitor.Page back = visitor.get("/pay");
		assertThat(back.textOf("unpaid"))
			.isEqualTo("You reviewed a payment of ₹1,032.50 and did not make it. Edit that payment");
		assertThat(back.document().select("#amount").val()).as("no payment by mistake").isEmpty();
		Document typed = visitor.get(back.document().select("#edit-unpaid").attr("href")).document();
		assertThat(List.of(typed.select("#amount").val(), typed.select("#narration").val(),
				typed.select("#reference").val(), typed.select("#beneficiary option[selected]").val()))
			.containsExactly("1032.50", "Rent", "INV 17", beneficiary());
		assertThat(typed.select("#rail option[selected]")).as("suggested again").isEmpty();
		assertThat(typed.select("#approval[checked]")).hasSize(1);
		UUID other = this.portal.business();
		this.portal.owner(Roles.class).grant(member.id(), other, Role.MAKER, null);
		visitor.post("/businesses", Map.of("business", other.toString()));
		assertThat(visitor.get("/pay").document().select("#unpaid")).as("of another business").isEmpty();
		visitor.post("/businesses", Map.of("business", this.business.toString()));
		String token = visitor.get("/profile").document().select("meta[name=csrf-token]").attr("content");
		assertThat(review.submit("#confirm", Map.of("_csrf", token)).location()).startsWith("/payouts/");
		assertThat(visitor.get("/pay").document().select("#unpaid")).as("paid").isEmpty();
		Visitor.Page left = visitor.post("/pay/review", form("10.40")).press("#cancel");
		assertThat(left.location()).isEqualTo("/pay");
		assertThat(left.follow().document().select("#unpaid")).as("cancelled").isEmpty();
	}

	@Test
	void paysAgainAsADraftOfTheOwnBusinessOnly() {
		pay(form("77.50"));
		UUID payout = this.portal.jdbc()
			.sql("SELECT payout_id FROM payout WHERE amount_paise = 7750 AND business_id = :id")
			.param("id", this.business)
			.query(UUID.class)
			.single();
		assertThat(this.maker.get("/pay?from=" + payout).document().select("#amount").val()).isEqualTo("77.50");
		assertThat(this.maker.get("/pay?from=" + payout).document().select("#beneficiary option[selected]").val())
			.isEqualTo(beneficiary());
		assertThat(this.maker.get("/pay?from=" + UUID.randomUUID()).document().select("#amount").val()).isEmpty();
	}

	@Test
	void aReviewPaysNothingForTheBusinessThatThePersonHasSwitchedTo() {
		UUID other = this.portal.business();
		this.portal.owner(TopUpWallet.class).topUp(other, 1_000_00, "UTR" + other, "Money");
		Member member = this.portal.person("two-wallets@example.com", this.business, Role.MAKER);
		this.portal.owner(Roles.class).grant(member.id(), other, Role.MAKER, null);
		Visitor visitor = Visitor.signedIn(this.merchants.url(), member);
		Visitor.Page review = visitor.post("/pay/review", Map.of("name", "Asha Rao", "phone", "9876543210", "account",
				"31231231231", "ifsc", "HDFC0000001", "amount", "45.50"));
		visitor.post("/businesses", Map.of("business", other.toString()));
		assertThat(review.submit("#confirm", Map.of()).status()).as("a form of the former business").isEqualTo(403);
		String token = visitor.get("/profile").document().select("meta[name=csrf-token]").attr("content");
		Visitor.Page again = review.submit("#confirm", Map.of("_csrf", token));
		assertThat(again.textOf("changed-meanwhile")).contains("Nothing has been paid.");
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM payout WHERE amount_paise = 4550")
			.query(Integer.class)
			.single()).isZero();
	}

	@Test
	void aPayoutIsReviewedAgainWhoseBeneficiaryChangedMeanwhile() {
		String address = payee("Asha Changed", "111111111111");
		Visitor.Page review = this.maker.post("/pay/review", Map.of("beneficiary", id(address), "amount", "41.10"));
		assertThat(review.textOf("payee")).isEqualTo("Asha Changed · 111111111111 · HDFC0000001");
		assertThat(review.document().select("#changed-meanwhile")).isEmpty();
		this.maker.get(address).submit("#edit-form", Map.of("accountNumber", "222222222222"));
		int before = payouts();
		Visitor.Page again = review.submit("#confirm", Map.of());
		assertThat(again.textOf("changed-meanwhile")).contains("Nothing has been paid.");
		assertThat(again.textOf("payee")).isEqualTo("Asha Changed · 222222222222 · HDFC0000001");
		assertThat(again.document().select("#confirm input[name=suggested]").val()).as("suggested again")
			.isEqualTo("true");
		assertThat(payouts()).isEqualTo(before);
		assertThat(again.submit("#confirm", Map.of()).location()).startsWith("/payouts/");
		assertThat(this.portal.jdbc()
			.sql("SELECT account_number FROM payout WHERE amount_paise = 4110 AND business_id = :id")
			.param("id", this.business)
			.query(String.class)
			.list()).containsExactly("222222222222");
	}

	/** The change commits while the payout is being made. */
	@Test
	void aPayoutWaitsForAChangeOfItsBeneficiary() {
		String payee = id(payee("Asha Racing", "555555555555"));
		Visitor.Page review = this.maker.post("/pay/review", Map.of("beneficiary", payee, "amount", "44.40"));
		CompletableFuture<Visitor.Page> pressed = Objects
			.requireNonNull(this.portal.transactions().execute((transaction) -> {
				this.portal.owner(ChangeBeneficiary.class)
					.update(this.business, UUID.fromString(payee),
							new BeneficiaryChange(null, null, null, "666666666666", null, null));
				CompletableFuture<Visitor.Page> press = CompletableFuture
					.supplyAsync(() -> review.submit("#confirm", Map.of()));
				Awaitility.await().until(() -> press.isDone() || waits());
				return press;
			}));
		assertThat(pressed.join().textOf("changed-meanwhile")).contains("Nothing has been paid.");
		assertThat(pressed.join().textOf("payee")).isEqualTo("Asha Racing · 666666666666 · HDFC0000001");
	}

	private boolean waits() {
		return this.portal.jdbc()
			.sql("SELECT count(*) > 0 FROM pg_locks WHERE NOT granted")
			.query(Boolean.class)
			.single();
	}

	@Test
	void aPayoutIsReviewedAgainWhoseChargeChangedMeanwhile() {
		UUID other = this.portal.business();
		Visitor visitor = Visitor.signedIn(this.merchants.url(),
				this.portal.person("charged@example.com", other, Role.MAKER));
		String payee = id(
				visitor
					.post("/beneficiaries/new",
							Map.of("name", "Charged", "phoneNumber", "9876543210", "accountNumber", "333333333333",
									"ifsc", "HDFC0000001"))
					.location());
		this.portal.owner(TopUpWallet.class).topUp(other, 1_000_00, "UTR" + other, "Money");
		Visitor.Page review = visitor.post("/pay/review", Map.of("beneficiary", payee, "amount", "100"));
		this.portal.owner(PricePlans.class)
			.add(other, null, List.of(new CommissionSlab(Rail.IMPS, 0, 50_00, BigDecimal.ZERO, 0, null)), null, null);
		Visitor.Page again = review.submit("#confirm", Map.of());
		assertThat(again.textOf("changed-meanwhile")).contains("Nothing has been paid.");
		assertThat(again.textOf("fee")).isEqualTo("₹50.00");
		assertThat(again.submit("#confirm", Map.of()).location()).startsWith("/payouts/");
		assertThat(this.portal.jdbc()
			.sql("SELECT commission_paise FROM payout WHERE business_id = :id")
			.param("id", other)
			.query(Long.class)
			.list()).containsExactly(50_00L);
	}

	@Test
	void nothingIsPaidThatNobodyReviewed() {
		int before = payouts();
		assertThat(this.maker.post("/pay", form("42.20")).textOf("changed-meanwhile"))
			.contains("Nothing has been paid.");
		assertThat(payouts()).isEqualTo(before);
	}

	/**
	 * The time of the form passes, and its beneficiary changes, before the second press.
	 */
	@Test
	void aSecondPressLeadsToThePayoutOfTheFirst() {
		String later = LocalDateTime.now(India.ZONE).plusDays(3).truncatedTo(ChronoUnit.MINUTES).toString();
		String address = payee("Asha Twice", "444444444444");
		Visitor.Page review = this.maker.post("/pay/review",
				Map.of("beneficiary", id(address), "amount", "43.30", "later", later));
		String payout = review.submit("#confirm", Map.of()).location();
		assertThat(payout).startsWith("/payouts/");
		int before = payouts();
		assertThat(review.submit("#confirm", Map.of("later", "2026-01-01T10:00")).location()).isEqualTo(payout);
		this.maker.get(address).submit("#archive-form", Map.of());
		assertThat(review.submit("#confirm", Map.of()).location()).isEqualTo(payout);
		assertThat(payouts()).isEqualTo(before);
	}

	@Test
	void aNewVpaHasAtMost255Characters() {
		Map<String, String> form = Map.of("name", "Asha Rao", "phone", "9876543210", "vpa",
				"a".repeat(200) + "@" + "b".repeat(60), "amount", "10");
		for (String path : List.of("/pay/review", "/pay")) {
			assertThat(this.maker.post(path, form).textOf("vpa-error")).as(path).contains("VPA");
		}
	}

	@Test
	void aBusinessWhoseRelationHasEndedPaysNobody() {
		UUID ended = this.portal.business();
		Visitor visitor = Visitor.signedIn(this.merchants.url(),
				this.portal.person("maker-of-ended@example.com", ended, Role.MAKER));
		Map<String, String> form = Map.of("name", "Asha Rao", "phone", "9876543210", "account", "555555555555", "ifsc",
				"HDFC0000001", "amount", "10");
		Visitor.Page review = visitor.post("/pay/review", form);
		Businesses businesses = this.portal.owner(Businesses.class);
		assertThat(businesses.switchApiAccess(ended, false)).isTrue();
		assertThat(businesses.endRelation(ended)).isTrue();
		assertThat(visitor.post("/pay/review", form).textOf("beneficiary-error")).contains("has ended");
		assertThat(review.submit("#confirm", Map.of()).textOf("beneficiary-error")).contains("has ended");
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM payout WHERE business_id = :id")
			.param("id", ended)
			.query(Integer.class)
			.single()).isZero();
	}

	/** Through the review, as a person pays. */
	private Visitor.Page pay(Map<String, String> form) {
		return this.maker.post("/pay/review", form).submit("#confirm", Map.of());
	}

	/** The address of a new beneficiary. */
	private String payee(String name, String account) {
		return this.maker
			.post("/beneficiaries/new",
					Map.of("name", name, "phoneNumber", "9876543210", "accountNumber", account, "ifsc", "HDFC0000001"))
			.location();
	}

	private static String id(String address) {
		return address.replaceAll(".*/", "");
	}

	private Map<String, String> form(String amount) {
		return Map.of("beneficiary", beneficiary(), "amount", amount);
	}

	private String beneficiary() {
		return this.portal.jdbc()
			.sql("SELECT beneficiary_id FROM beneficiary WHERE business_id = :id ORDER BY beneficiary_id LIMIT 1")
			.param("id", this.business)
			.query(UUID.class)
			.single()
			.toString();
	}

	private int payouts() {
		return this.portal.jdbc()
			.sql("SELECT count(*) FROM payout WHERE business_id = :id")
			.param("id", this.business)
			.query(Integer.class)
			.single();
	}

	private String newest() {
		return this.portal.jdbc()
			.sql("""
					SELECT concat_ws(' ', source, amount_paise, commission_paise, rail, status, CASE WHEN held THEN 'true' ELSE 'false' END)
					  FROM payout WHERE business_id = :id ORDER BY payout_id DESC LIMIT 1
					""")
			.param("id", this.business)
			.query(String.class)
			.single();
	}

}
