package dev.hundi.payout;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import dev.hundi.payout.Acceptance.Accepted;
import dev.hundi.payout.Acceptance.NonceUsed;
import dev.hundi.payout.Acceptance.Reason;
import dev.hundi.payout.Acceptance.Refused;
import dev.hundi.payout.Acceptance.Replayed;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class AcceptPayoutIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final SqlLog log = new SqlLog(database.dataSource());

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final Payouts payouts = new Payouts(this.jdbc);

	private final AcceptPayout accept = new AcceptPayout(new JdbcTemplate(this.log), this.payouts);

	private final TestBusiness business = TestBusiness.create(database);

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void storesThePayoutWithItsChargeAndItsCreatedEvent() {
		PayoutReceipt receipt = accepted(this.accept.accept(payout("K-1")));
		assertThat(receipt.transactionId()).matches("TXN[0-9]{8}[0-9A-HJKMNP-TV-Z]{10}");
		assertThat(receipt.status()).isEqualTo(PayoutStatus.INITIATED);
		assertThat(receipt.amountPaise()).isEqualTo(1_500_00);
		assertThat(receipt.merchantReferenceId()).isEqualTo("ORD-1001");
		PayoutDetail detail = this.payouts.detail(this.business.id(), receipt.payoutId()).orElseThrow();
		assertThat(detail.transactionId()).isEqualTo(receipt.transactionId());
		assertThat(detail.createdAt()).isEqualTo(receipt.createdAt());
		assertThat(detail.commissionPaise()).isEqualTo(4_00);
		assertThat(detail.gstPaise()).isEqualTo(72);
		assertThat(detail.totalDebitPaise()).isEqualTo(1_504_72);
		assertThat(detail.source()).isEqualTo(PayoutDetail.Source.API);
		assertThat(detail.beneficiary().name()).isEqualTo("Ramesh Kumar");
		List<StatusEvent> events = this.payouts.statusEvents(this.business.id(), receipt.payoutId());
		assertThat(events).singleElement().satisfies((event) -> {
			assertThat(event.sequence()).isEqualTo(1);
			assertThat(event.fromStatus()).isNull();
			assertThat(event.stage()).isEqualTo(Stage.CREATED);
			assertThat(event.source()).isEqualTo("API");
			assertThat(event.responseCode()).isEqualTo("INITIATED");
			assertThat(event.responseMessage()).isEqualTo(ResponseCode.INITIATED.message());
		});
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void usesOneSqlStatementAndOneCommit() {
		this.accept.accept(payout("K-1"));
		assertThat(this.log.calls()).containsExactly("executeQuery");
	}

	@Test
	void usesOneSqlStatementToReplayAndToRefuse() {
		this.accept.accept(payout("K-1"));
		this.accept.accept(payout("K-1"));
		this.accept.accept(to(UUID.randomUUID(), Rail.IMPS, "K-2"));
		assertThat(this.log.calls()).containsExactly("executeQuery", "executeQuery", "executeQuery");
	}

	@Test
	void acceptsRepeatedlyWithoutIdempotencyKey() {
		assertThat(accepted(this.accept.accept(payout(null))).payoutId())
			.isNotEqualTo(accepted(this.accept.accept(payout(null))).payoutId());
	}

	@Test
	void replaysTheFirstPayoutOfAKeyForAnyBody() {
		PayoutReceipt first = accepted(this.accept.accept(payout("K-1")));
		NewPayout other = new NewPayout(this.business.id(), "pk_test", UUID.randomUUID().toString(), "K-1",
				UUID.randomUUID(), Rail.UPI, 7_00, new Charge(0, 0), null);
		assertThat(this.accept.accept(other)).isEqualTo(new Replayed(first));
		assertThat(payoutCount()).isEqualTo(1);
	}

	@Test
	void replaysThePresentStatus() {
		PayoutReceipt first = accepted(this.accept.accept(payout("K-1")));
		fail(first.payoutId());

		PayoutReceipt present = new PayoutReceipt(first.payoutId(), first.transactionId(), PayoutStatus.FAILED,
				first.amountPaise(), first.rail(), first.merchantReferenceId(), first.createdAt());
		assertThat(this.accept.accept(payout("K-1"))).isEqualTo(new Replayed(present));
		assertThat(this.payouts.byIdempotencyKey(this.business.id(), "K-1")).contains(present);
		assertThat(this.log.calls()).containsExactly("executeQuery", "executeQuery");
	}

	@Test
	void storesNothingForAUsedNonce() {
		NewPayout payout = payout("K-1");
		this.accept.accept(payout);
		NewPayout sameNonce = new NewPayout(this.business.id(), payout.apiKey(), payout.nonce(), "K-2",
				payout.beneficiaryId(), Rail.IMPS, 1_00, new Charge(0, 0), null);
		assertThat(this.accept.accept(sameNonce)).isEqualTo(new NonceUsed());
		assertThat(this.accept.accept(payout)).isEqualTo(new NonceUsed());
		assertThat(payoutCount()).isEqualTo(1);
		assertThat(this.payouts.byIdempotencyKey(this.business.id(), "K-2")).isEmpty();
	}

	@Test
	void consumesTheNonceOfARefusedAndOfAReplayedPayout() {
		NewPayout refused = to(UUID.randomUUID(), Rail.IMPS, null);
		assertThat(this.accept.accept(refused)).isEqualTo(new Refused(Reason.BENEFICIARY_NOT_FOUND));
		assertThat(this.accept.accept(refused)).isEqualTo(new NonceUsed());
		this.accept.accept(payout("K-1"));
		NewPayout replayed = payout("K-1");
		assertThat(this.accept.accept(replayed)).isInstanceOf(Replayed.class);
		assertThat(this.accept.accept(replayed)).isEqualTo(new NonceUsed());
	}

	@Test
	void refusesABeneficiaryOfAnotherBusiness() {
		UUID foreign = bankBeneficiary(TestBusiness.create(database).id());
		assertThat(this.accept.accept(to(foreign, Rail.IMPS, null)))
			.isEqualTo(new Refused(Reason.BENEFICIARY_NOT_FOUND));
		assertThat(payoutCount()).isZero();
	}

	@Test
	void refusesAnArchivedBeneficiaryButStillReplays() {
		PayoutReceipt first = accepted(this.accept.accept(payout("K-1")));
		this.jdbc.sql("UPDATE beneficiary SET status = 0 WHERE business_id = :id")
			.param("id", this.business.id())
			.update();
		assertThat(this.accept.accept(payout("K-2"))).isEqualTo(new Refused(Reason.BENEFICIARY_INACTIVE));
		assertThat(this.accept.accept(payout("K-1"))).isEqualTo(new Replayed(first));
	}

	@Test
	void refusesARailThatCannotReachTheTarget() {
		UUID vpa = vpaBeneficiary();
		assertThat(this.accept.accept(to(bankBeneficiary(this.business.id()), Rail.UPI, null)))
			.isEqualTo(new Refused(Reason.RAIL_TARGET_MISMATCH));
		for (Rail rail : Rail.values()) {
			Acceptance acceptance = this.accept.accept(to(vpa, rail, null));
			if (rail.paysToVpa()) {
				assertThat(acceptance).isInstanceOf(Accepted.class);
			}
			else {
				assertThat(acceptance).isEqualTo(new Refused(Reason.RAIL_TARGET_MISMATCH));
			}
		}
	}

	@Test
	void refusesABusinessWithoutWallet() {
		UUID unfunded = this.jdbc
			.sql("""
					INSERT INTO business (business_code, business_name) VALUES ('BIZWWWWWWWW', 'No wallet') RETURNING business_id
					""")
			.query(UUID.class)
			.single();
		UUID beneficiary = this.jdbc.sql("""
				INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, vpa)
				VALUES (:id, 'BENWWWWWWWW', 'Asha', '9876543210', 'asha@upi') RETURNING beneficiary_id
				""").param("id", unfunded).query(UUID.class).single();
		assertThat(this.accept.accept(new NewPayout(unfunded, "pk_test", UUID.randomUUID().toString(), null,
				beneficiary, Rail.UPI, 1_00, new Charge(0, 0), null)))
			.isEqualTo(new Refused(Reason.WALLET_NOT_PROVISIONED));
	}

	@Test
	void createsOnePayoutForConcurrentRequestsWithOneKey() throws Exception {
		List<Callable<Acceptance>> requests = IntStream.range(0, 64)
			.mapToObj((i) -> (Callable<Acceptance>) () -> this.accept.accept(payout("K-race")))
			.toList();
		List<Acceptance> answers = all(requests);
		assertThat(answers).filteredOn(Accepted.class::isInstance).hasSize(1);
		assertThat(answers).filteredOn(Replayed.class::isInstance).hasSize(63);
		assertThat(answers.stream().map(AcceptPayoutIntegrationTests::receipt).distinct()).hasSize(1);
		assertThat(payoutCount()).isEqualTo(1);
		assertThat(this.log.calls()).containsOnly("executeQuery");
	}

	@Test
	void createsOnePayoutForConcurrentCopiesOfARequest() throws Exception {
		NewPayout payout = payout(null);
		List<Callable<Acceptance>> requests = IntStream.range(0, 32)
			.mapToObj((i) -> (Callable<Acceptance>) () -> this.accept.accept(payout))
			.toList();
		List<Acceptance> answers = all(requests);
		assertThat(answers).filteredOn(Accepted.class::isInstance).hasSize(1);
		assertThat(answers).filteredOn(NonceUsed.class::isInstance).hasSize(31);
		assertThat(payoutCount()).isEqualTo(1);
	}

	@Test
	void keepsTheKeysOfTwoBusinessesApart() {
		TestBusiness other = TestBusiness.create(database);
		PayoutReceipt mine = accepted(this.accept.accept(payout("K-same")));
		PayoutReceipt theirs = accepted(
				this.accept.accept(new NewPayout(other.id(), "pk_other", UUID.randomUUID().toString(), "K-same",
						bankBeneficiary(other.id()), Rail.IMPS, 2_00, new Charge(0, 0), null)));
		assertThat(theirs.payoutId()).isNotEqualTo(mine.payoutId());
		assertThat(this.payouts.byIdempotencyKey(other.id(), "K-same")).contains(theirs);
		assertThat(this.payouts.byIdempotencyKey(this.business.id(), "K-same")).contains(mine);
	}

	@Test
	void hidesAPayoutFromEveryOtherBusiness() {
		PayoutReceipt receipt = accepted(this.accept.accept(payout("K-1")));
		UUID other = TestBusiness.create(database).id();
		assertThat(this.payouts.detail(other, receipt.payoutId())).isEmpty();
		assertThat(this.payouts.statusEvents(other, receipt.payoutId())).isEmpty();
		assertThat(this.payouts.byIdempotencyKey(other, "K-1")).isEmpty();
	}

	@Test
	void retriesADuplicateTransactionId() {
		String taken = accepted(this.accept.accept(payout(null))).transactionId();
		Iterator<String> ids = List.of(taken, "TXN20261121ZZZZZZZZZZ").iterator();
		AcceptPayout unlucky = new AcceptPayout(new JdbcTemplate(database.dataSource()), this.payouts, ids::next,
				AcceptPayout.LIMITS);
		assertThat(accepted(unlucky.accept(payout("K-1"))).transactionId()).isEqualTo("TXN20261121ZZZZZZZZZZ");
		assertThat(payoutCount()).isEqualTo(2);
	}

	private NewPayout payout(@Nullable String idempotencyKey) {
		return to(bankBeneficiary(this.business.id()), Rail.IMPS, idempotencyKey);
	}

	private NewPayout to(UUID beneficiaryId, Rail rail, @Nullable String idempotencyKey) {
		return new NewPayout(this.business.id(), "pk_test", UUID.randomUUID().toString(), idempotencyKey, beneficiaryId,
				rail, 1_500_00, CommissionPlan.DEFAULT.charge(rail, 1_500_00), "ORD-1001");
	}

	private UUID bankBeneficiary(UUID businessId) {
		return this.jdbc
			.sql("SELECT beneficiary_id FROM beneficiary WHERE business_id = :id AND account_number IS NOT NULL")
			.param("id", businessId)
			.query(UUID.class)
			.single();
	}

	private UUID vpaBeneficiary() {
		return this.jdbc.sql("""
				INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, vpa)
				VALUES (:id, :code, 'Asha', '9876543210', 'asha@upi') RETURNING beneficiary_id
				""")
			.param("id", this.business.id())
			.param("code", PublicCode.random("BEN", 8))
			.query(UUID.class)
			.single();
	}

	private long payoutCount() {
		return this.jdbc.sql("SELECT count(*) FROM payout WHERE business_id = :id")
			.param("id", this.business.id())
			.query(Long.class)
			.single();
	}

	private void fail(UUID payoutId) {
		this.jdbc
			.sql("""
					WITH failed AS (
					  UPDATE payout SET status = 12, last_sequence = 2, response_code = 'INSUFFICIENT_BALANCE', completed_at = now()
					   WHERE payout_id = :id RETURNING business_id, payout_id
					)
					INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
					                          response_code, response_message)
					SELECT business_id, payout_id, 2, 3, 12, 'FAILED', 'DEBIT', 'INSUFFICIENT_BALANCE', '' FROM failed
					""")
			.param("id", payoutId)
			.update();
	}

	private static List<Acceptance> all(List<Callable<Acceptance>> requests) throws Exception {
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			List<Acceptance> answers = new ArrayList<>();
			for (var answer : threads.invokeAll(requests)) {
				answers.add(answer.get());
			}
			return answers;
		}
	}

	private static PayoutReceipt accepted(Acceptance acceptance) {
		assertThat(acceptance).isInstanceOf(Accepted.class);
		return receipt(acceptance);
	}

	private static PayoutReceipt receipt(Acceptance acceptance) {
		return switch (acceptance) {
			case Accepted accepted -> accepted.receipt();
			case Replayed replayed -> replayed.receipt();
			case NonceUsed used -> throw new AssertionError(used);
			case Refused refused -> throw new AssertionError(refused);
		};
	}

}
