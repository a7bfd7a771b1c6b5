package dev.hundi.stream.dispatch;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.ManualReview;
import dev.hundi.bank.ManualReviews;
import dev.hundi.bank.ManualSettlement;
import dev.hundi.bank.PayoutKey;
import dev.hundi.stream.StreamProcessorsApplication;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.BoundPorts;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Callbacks through the application's HTTP endpoint. Kafka is down: callbacks and
 * enquiries do not need it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BankCallbacksIntegrationTests {

	private static final String KEY = "callback-key-0123456789-abcdefghij";

	private static final String NEXT_KEY = "callback-key-of-the-next-year-0001";

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestMoney money = new TestMoney(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final ScriptedBank bank = new ScriptedBank();

	private final HttpClient http = HttpClient.newHttpClient();

	private ConfigurableApplicationContext application;

	@BeforeAll
	void start(@TempDir Path directory) throws Exception {
		Path keys = Files.writeString(directory.resolve("keys"), KEY + "\n\n" + NEXT_KEY + "\n");
		this.application = StreamProcessorsApplication.builder()
			.run("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_stream",
					"--hundi.database.password=postgres", "--hundi.database.pool-size=6",
					"--hundi.kafka.bootstrap-servers=localhost:1", "--hundi.management.port=0",
					"--hundi.callbacks.port=0", "--hundi.callbacks.allow-http=true",
					"--hundi.key-encryption.file=" + TestKeys.file(), "--hundi.processors=dispatch",
					"--hundi.dispatch.enquiry-schedule=1h", "--hundi.dispatch.enquiry-interval=1h",
					"--hundi.dispatch.retry-schedule=1h", "--hundi.dispatch.allow-http=true",
					"--hundi.dispatch.banks.scripted.url=" + this.bank.url(),
					"--hundi.dispatch.banks.keyless.url=" + this.bank.url(),
					"--hundi.dispatch.banks.scripted.callback-key-file=" + keys,
					"--hundi.dispatch.banks.keyless.preference=1", "--hundi.dispatch.banks.keyless.rails=upi");
	}

	@AfterAll
	void stop() {
		this.application.close();
		this.bank.close();
		this.http.close();
		this.database.close();
	}

	@ParameterizedTest
	@CsvSource({ "SUCCESS, 11 SUCCESS", "FAILED, 12 BENEFICIARY_ACCOUNT_INVALID", "RETURNED, 12 RETURNED_BY_BANK" })
	void enquiresImmediatelyAfterACallback(String reported, String status) throws Exception {
		UUID payout = dispatched(Script.PEND, "4 BANK_ACKNOWLEDGED");
		this.bank.settle(BankReference.of(payout), reported);
		assertThat(callBack("e1", payout, reported)).isEqualTo(204);
		this.business.awaitStatus(payout, status);
		assertThat(verdicts(payout)).containsExactly("ENQUIRED 1");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void doesNotTrustTheStatusOfACallback() throws Exception {
		UUID payout = dispatched(Script.PEND, "4 BANK_ACKNOWLEDGED");
		assertThat(callBack("e1", payout, "SUCCESS")).isEqualTo(204);
		await().atMost(Duration.ofMinutes(2)).until(() -> enquiries(payout) == 1);
		assertThat(callBack("e2", payout, "FAILED")).isEqualTo(204);
		await().atMost(Duration.ofMinutes(2)).until(() -> enquiries(payout) == 2);
		assertThat(this.business.status(payout)).isEqualTo("4 BANK_ACKNOWLEDGED");
	}

	@Test
	void creditsAReturnAfterSuccessInFull() throws Exception {
		long before = this.business.balancePaise();
		UUID payout = dispatched(Script.PAY, "11 SUCCESS");
		this.bank.settle(BankReference.of(payout), "RETURNED");
		assertThat(callBack("e1", payout, "RETURNED")).isEqualTo(204);
		this.business.awaitStatus(payout, "12 RETURNED_BY_BANK");
		assertThat(this.business.balancePaise()).isEqualTo(before + 1_000_00);
		assertThat(this.business.stages(payout)).endsWith("SUCCESS", "RETURNED");
		assertThat(callBack("e1", payout, "RETURNED")).as("duplicate").isEqualTo(204);
		assertThat(callBack("e2", payout, "RETURNED")).as("late, with another id").isEqualTo(204);
		assertThat(callBack("e3", payout, "SUCCESS")).as("out of order").isEqualTo(204);
		assertThat(verdicts(payout)).containsExactly("AGREES 2", "AGREES 1", "ENQUIRED 1");
		enquireUntil(() -> isDue(payout, "IS NULL"));
		assertThat(this.business.balancePaise()).isEqualTo(before + 1_000_00);
		assertThat(conflicts(payout)).isEmpty();
		assertThat(this.business.violations()).isEmpty();
	}

	/** The bank's enquiries may know of a return later than its callbacks. */
	@Test
	void keepsAskingAboutAReturnAfterAnEarlySuccess() throws Exception {
		UUID payout = dispatched(Script.PAY, "11 SUCCESS");
		assertThat(callBack("e1", payout, "RETURNED")).isEqualTo(204);
		await().atMost(Duration.ofMinutes(2)).until(() -> isDue(payout, "> now() AND confirmed_at < now()"));
		assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS");
		this.bank.settle(BankReference.of(payout), "RETURNED");
		enquireUntil(payout, "12 RETURNED_BY_BANK");
		assertThat(conflicts(payout)).isEmpty();
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void leavesAReturnThatTheBankNeverConfirmsForManualReview() throws Exception {
		UUID payout = dispatched(Script.PAY, "11 SUCCESS");
		assertThat(callBack("e1", payout, "RETURNED")).isEqualTo(204);
		await().atMost(Duration.ofMinutes(2)).until(() -> isDue(payout, "> now() + interval '30 minutes'"));
		this.jdbc.sql("""
				UPDATE bank_attempt SET return_asked_at = now() - interval '73 hours', due_at = now()
				 WHERE payout_id = :id
				""").param("id", payout).update();
		enquireUntil(() -> isDue(payout, "IS NULL"));
		assertThat(conflicts(payout)).containsExactly("ENQUIRY says PAID, recorded is SUCCEEDED in status 11");
		assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS");

		this.bank.settle(BankReference.of(payout), "RETURNED");
		assertThat(callBack("e1", payout, "RETURNED")).as("repeated").isEqualTo(204);
		this.business.awaitStatus(payout, "12 RETURNED_BY_BANK");
	}

	/** The order's answer is slower than the return and its callback. */
	@Test
	void refundsAReturnThatWasCalledBackBeforeTheOrderWasAnswered() throws Exception {
		long before = this.business.balancePaise();
		UUID payout = this.money.debitedPayout(this.business);
		this.bank.script(BankReference.of(payout), Script.PAY_LATE);
		dispatch(payout);
		await().atMost(Duration.ofMinutes(2)).until(() -> this.bank.orders(BankReference.of(payout)) == 1);
		assertThat(callBack("e1", payout, "RETURNED")).isEqualTo(204);
		assertThat(verdicts(payout)).containsExactly("UNDER_WAY 1");
		this.bank.settle(BankReference.of(payout), "RETURNED");
		this.bank.answer(BankReference.of(payout));
		enquireUntil(payout, "12 RETURNED_BY_BANK");
		assertThat(this.business.stages(payout)).endsWith("SUCCESS", "RETURNED");
		assertThat(this.business.balancePaise()).isEqualTo(before + 1_000_00);
		assertThat(callBack("e1", payout, "RETURNED")).isEqualTo(204);
		assertThat(verdicts(payout)).containsExactly("AGREES 2");
		assertThat(this.business.violations()).isEmpty();
	}

	/** An early SUCCESS settles the payout; the return is asked about again. */
	@Test
	void refundsAReturnThatWasCalledBackWhileTheOrderWasPending() throws Exception {
		UUID payout = dispatched(Script.PEND, "4 BANK_ACKNOWLEDGED");
		this.bank.settle(BankReference.of(payout), "SUCCESS");
		assertThat(callBack("e1", payout, "RETURNED")).isEqualTo(204);
		this.business.awaitStatus(payout, "11 SUCCESS");
		this.bank.settle(BankReference.of(payout), "RETURNED");
		enquireUntil(payout, "12 RETURNED_BY_BANK");
		assertThat(conflicts(payout)).isEmpty();
	}

	@Test
	void enquiresOnEachRepeatOfACallbackUntilItAgrees() throws Exception {
		UUID payout = dispatched(Script.PEND, "4 BANK_ACKNOWLEDGED");
		assertThat(callBack("e1", payout, "SUCCESS")).isEqualTo(204);
		await().atMost(Duration.ofMinutes(2)).until(() -> enquiries(payout) == 1);
		giveUp(payout);
		assertThat(callBack("e1", payout, "SUCCESS")).isEqualTo(204);
		await().atMost(Duration.ofMinutes(2)).until(() -> enquiries(payout) == 2);
		giveUp(payout);
		this.bank.settle(BankReference.of(payout), "SUCCESS");
		assertThat(callBack("e1", payout, "SUCCESS")).isEqualTo(204);
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(callBack("e1", payout, "SUCCESS")).isEqualTo(204);
		assertThat(verdicts(payout)).containsExactly("AGREES 4");
		assertThat(openReviews(payout)).isEmpty();
	}

	/** A FAILED that no enquiry confirmed contradicts the success that one did. */
	@Test
	void comparesAnOpenCallbackWithTheFinalStatusWithoutARepeat() throws Exception {
		UUID payout = dispatched(Script.PEND, "4 BANK_ACKNOWLEDGED");
		this.bank.settle(BankReference.of(payout), "SUCCESS");
		assertThat(callBack("e1", payout, "FAILED")).isEqualTo(204);
		this.business.awaitStatus(payout, "11 SUCCESS");
		enquireUntil(() -> !conflicts(payout).isEmpty());
		assertThat(conflicts(payout)).containsExactly("CALLBACK says FAILED, recorded is SUCCEEDED in status 11");
		assertThat(verdicts(payout)).containsExactly("CONTRADICTS 1");
	}

	/** A callback that waits for the settlement must see its result. */
	@Test
	void judgesACallbackByWhatIsCommittedWhileItWaits() throws Exception {
		UUID payout = this.money.debitedPayout(this.business);
		this.bank.script(BankReference.of(payout), Script.PAY_LATE);
		dispatch(payout);
		await().atMost(Duration.ofMinutes(2)).until(() -> this.bank.orders(BankReference.of(payout)) == 1);
		try (Connection settling = this.database.dataSource().getConnection();
				var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			settling.setAutoCommit(false);
			execute(settling, "SELECT FROM payout WHERE payout_id = '" + payout + "' FOR NO KEY UPDATE");
			var answer = threads.submit(() -> callBack("e1", payout, "SUCCESS"));
			await().atMost(Duration.ofMinutes(2)).until(() -> this.jdbc.sql("""
					SELECT EXISTS (SELECT FROM pg_stat_activity
					                WHERE datname = current_database() AND wait_event_type = 'Lock')
					""").query(Boolean.class).single());
			execute(settling, "UPDATE bank_attempt SET state = 'IN_DOUBT' WHERE payout_id = '" + payout + "'");
			settling.commit();
			assertThat(answer.get()).isEqualTo(204);
		}
		assertThat(verdicts(payout)).containsExactly("ENQUIRED 1");
		this.bank.answer(BankReference.of(payout));
	}

	@ParameterizedTest
	@CsvSource({ "amountPaise, 5000", "utr, OTHERS" })
	void leavesAnImplausibleReturnForManualReview(String member, String value) throws Exception {
		UUID other = dispatched(Script.PAY, "11 SUCCESS");
		UUID payout = dispatched(Script.PAY, "11 SUCCESS");
		String reference = BankReference.of(payout);
		this.bank.settle(reference, "RETURNED");
		this.bank.state(reference, member,
				member.equals("utr") ? ScriptedBank.utr(BankReference.of(other)) : Long.valueOf(value));
		assertThat(callBack("e1", payout, "RETURNED")).isEqualTo(204);
		await().atMost(Duration.ofMinutes(2)).until(() -> !conflicts(payout).isEmpty());
		assertThat(conflicts(payout)).containsExactly("ENQUIRY says RETURNED, recorded is SUCCEEDED in status 11");
		assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS");
		this.bank.correct(reference);
		enquireUntil(payout, "12 RETURNED_BY_BANK");
		assertThat(this.business.violations()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "PAY, 11 SUCCESS, FAILED", "REFUSE, 12 BENEFICIARY_ACCOUNT_INVALID, SUCCESS",
			"REFUSE, 12 BENEFICIARY_ACCOUNT_INVALID, RETURNED" })
	void leavesAContradictionForManualReviewAndChangesNothing(Script script, String status, String reported)
			throws Exception {
		UUID payout = dispatched(script, status);
		long balance = this.business.balancePaise();
		assertThat(callBack("e1", payout, reported)).isEqualTo(204);
		assertThat(callBack("e2", payout, reported)).isEqualTo(204);
		assertThat(verdicts(payout)).containsExactly("CONTRADICTS 1", "CONTRADICTS 1");
		assertThat(conflicts(payout)).hasSize(1).allMatch((line) -> line.startsWith("CALLBACK says " + reported));
		assertThat(this.business.status(payout)).isEqualTo(status);
		assertThat(this.business.balancePaise()).isEqualTo(balance);
		this.application.getBean(CountManualReviews.class).count();
		assertThat(manage("/actuator/prometheus"))
			.containsPattern("hundi_manual_reviews\\{kind=\"BANK_CONTRADICTS\"\\} [1-9]");

		ManualReviews reviews = this.application.getBean(ManualReviews.class);
		ManualSettlement settlement = new ManualSettlement("Meera", "The bank withdrew its callback by letter");
		assertThat(reviews.settleConflicts(this.business.id(), payout, settlement, Instant.now())).isEqualTo(1);
		assertThat(reviews.settleConflicts(this.business.id(), payout, settlement, Instant.now())).isZero();
		assertThat(openReviews(payout)).isEmpty();
	}

	@Test
	void marksAnUnsentPayoutInDoubtAfterACallbackAboutIt() throws Exception {
		UUID payout = this.money.debitedPayout(this.business);
		this.bank.script(BankReference.of(payout), Script.DECLINE);
		dispatch(payout);
		await().atMost(Duration.ofMinutes(2)).until(() -> attemptState(payout).equals("NOT_SENT"));
		this.bank.settle(BankReference.of(payout), "SUCCESS");
		assertThat(callBack("e1", payout, "SUCCESS")).isEqualTo(204);
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(this.business.stages(payout)).endsWith("IN_DOUBT", "SUCCESS");
		assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
	}

	@Test
	void enquiresAgainAboutAManualReviewAfterACallback() throws Exception {
		UUID payout = dispatched(Script.PEND, "4 BANK_ACKNOWLEDGED");
		giveUp(payout);
		assertThat(openReviews(payout)).hasSize(1).allMatch((line) -> line.startsWith("ENQUIRIES_ENDED"));
		this.bank.settle(BankReference.of(payout), "SUCCESS");
		assertThat(callBack("e1", payout, "SUCCESS")).isEqualTo(204);
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(openReviews(payout)).isEmpty();
	}

	@Test
	void rejectsInvalidAndStaleSignatures() throws Exception {
		UUID payout = dispatched(Script.PEND, "4 BANK_ACKNOWLEDGED");
		byte[] body = body("e1", payout, "SUCCESS");
		String now = Long.toString(Instant.now().getEpochSecond());
		String old = Long.toString(Instant.now().minusSeconds(301).getEpochSecond());
		String early = Long.toString(Instant.now().plusSeconds(360).getEpochSecond());
		assertThat(post("scripted", now, sign("another-key-0123456789-abcdefghijk", now, body), body)).isEqualTo(401);
		assertThat(post("scripted", now, sign(KEY, now, body("e1", payout, "FAILED")), body)).isEqualTo(401);
		assertThat(post("scripted", now, sign(KEY, old, body), body)).isEqualTo(401);
		assertThat(post("scripted", old, sign(KEY, old, body), body)).isEqualTo(401);
		assertThat(post("scripted", early, sign(KEY, early, body), body)).isEqualTo(401);
		assertThat(post("scripted", now, "", body)).isEqualTo(401);
		assertThat(post("keyless", now, sign(KEY, now, body), body)).isEqualTo(401);
		assertThat(post("unknown", now, sign(KEY, now, body), body)).isEqualTo(401);
		assertThat(verdicts(payout)).isEmpty();
		assertThat(enquiries(payout)).isZero();
		assertThat(post("scripted", now, sign(NEXT_KEY, now, body), body)).as("next key").isEqualTo(204);
	}

	@Test
	void rejectsMalformedCallbacksAndStoresUnknownReferences() throws Exception {
		for (String text : List.of("", "[]", "{", "{\"eventId\":\"e\",\"reference\":\"r\",\"status\":\"PAID\"}",
				"{\"eventId\":\"e\",\"reference\":7,\"status\":\"SUCCESS\"}",
				"{\"eventId\":\"\",\"reference\":\"r\",\"status\":\"SUCCESS\"}")) {
			assertThat(signedPost(text.getBytes(StandardCharsets.UTF_8))).as(text).isEqualTo(400);
		}
		assertThat(signedPost(new byte[20_000])).isEqualTo(413);
		UUID unknown = UUID.randomUUID();
		assertThat(callBack("e1", unknown, "SUCCESS")).isEqualTo(204);
		assertThat(verdicts(unknown)).containsExactly("UNKNOWN_REFERENCE 1");
	}

	private UUID dispatched(Script script, String status) {
		UUID payout = this.money.debitedPayout(this.business);
		this.bank.script(BankReference.of(payout), script);
		dispatch(payout);
		this.business.awaitStatus(payout, status);
		return payout;
	}

	private void dispatch(UUID payout) {
		this.application.getBean(DispatchToBank.class).dispatch(List.of(new PayoutKey(this.business.id(), payout)));
	}

	private int callBack(String eventId, UUID payout, String status) throws Exception {
		return signedPost(body(eventId, payout, status));
	}

	private int signedPost(byte[] body) throws Exception {
		String now = Long.toString(Instant.now().getEpochSecond());
		return post("scripted", now, sign(KEY, now, body), body);
	}

	private static byte[] body(String eventId, UUID payout, String status) {
		return """
				{"eventId": "%s-%s", "reference": "%s", "status": "%s", "utr": "533210987654"}"""
			.formatted(eventId, payout, BankReference.of(payout), status)
			.getBytes(StandardCharsets.UTF_8);
	}

	private int post(String bank, String timestamp, String signature, byte[] body) throws Exception {
		return this.http
			.send(HttpRequest.newBuilder(url("/bank-callbacks/" + bank))
				.header("x-bank-timestamp", timestamp)
				.header("x-bank-signature", signature)
				.POST(HttpRequest.BodyPublishers.ofByteArray(body))
				.build(), HttpResponse.BodyHandlers.discarding())
			.statusCode();
	}

	private String manage(String path) throws Exception {
		int port = BoundPorts.management(this.application);
		return this.http
			.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
					HttpResponse.BodyHandlers.ofString())
			.body();
	}

	private URI url(String path) {
		return URI.create("http://localhost:"
				+ this.application.getEnvironment().getRequiredProperty("local.server.port") + path);
	}

	private static String sign(String key, String timestamp, byte[] body) throws Exception {
		Mac mac = Mac.getInstance("HmacSHA256");
		mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
		mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
		return HexFormat.of().formatHex(mac.doFinal(body));
	}

	/**
	 * Makes the enquiries early that are scheduled; the schedule of this class is hourly.
	 */
	private void enquireUntil(UUID payout, String status) {
		enquireUntil(() -> {
			this.jdbc.sql("UPDATE bank_attempt SET due_at = now() WHERE payout_id = :id AND due_at > now()")
				.param("id", payout)
				.update();
			return this.business.status(payout).equals(status);
		});
	}

	private void enquireUntil(Callable<Boolean> condition) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.application.getBean(EnquiryTrigger.class).wake();
			return condition.call();
		});
	}

	/** Ends the enquiries about a payout, as they end after three days. */
	private void giveUp(UUID payout) {
		this.jdbc.sql("UPDATE bank_attempt SET due_at = NULL WHERE payout_id = :id").param("id", payout).update();
	}

	private static void execute(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	private String attemptState(UUID payout) {
		return query(payout, "SELECT state FROM bank_attempt WHERE payout_id = :id").stream().findFirst().orElse("");
	}

	private int enquiries(UUID payout) {
		return Integer
			.parseInt(query(payout, "SELECT enquiry_count FROM bank_attempt WHERE payout_id = :id").getFirst());
	}

	private boolean isDue(UUID payout, String when) {
		return query(payout, "SELECT state FROM bank_attempt WHERE payout_id = :id AND due_at " + when).size() == 1;
	}

	private List<String> verdicts(UUID payout) {
		return this.jdbc.sql(
				"SELECT verdict || ' ' || times FROM bank_callback WHERE reference = :reference ORDER BY first_received_at")
			.param("reference", BankReference.of(payout))
			.query(String.class)
			.list();
	}

	@Test
	void enquiresAgainOnAnOperatorsRequest() throws Exception {
		UUID payout = dispatched(Script.PEND, "4 BANK_ACKNOWLEDGED");
		ManualReviews reviews = this.application.getBean(ManualReviews.class);
		assertThat(reviews.enquireAgain(this.business.id(), payout)).as("enquiries have not ended").isFalse();
		giveUp(payout);
		this.bank.settle(BankReference.of(payout), "SUCCESS");
		assertThat(reviews.list(1_000)).filteredOn((review) -> review.subjectId().equals(payout))
			.extracting(ManualReview::kind)
			.containsExactly("ENQUIRIES_ENDED");
		assertThat(reviews.enquireAgain(UUID.randomUUID(), payout)).as("another business").isFalse();
		assertThat(reviews.enquireAgain(this.business.id(), payout)).isTrue();
		this.application.getBean(EnquiryTrigger.class).wake();
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(openReviews(payout)).isEmpty();
	}

	private List<String> conflicts(UUID payout) {
		return query(payout, """
				SELECT reported_by || ' says ' || reported || ', recorded is ' || recorded FROM bank_conflict
				 WHERE payout_id = :id
				""");
	}

	private List<String> openReviews(UUID payout) {
		return query(payout, "SELECT kind || ' ' || detail FROM manual_review WHERE subject_id = :id");
	}

	private List<String> query(UUID id, String sql) {
		return this.jdbc.sql(sql).param("id", id).query(String.class).list();
	}

}
