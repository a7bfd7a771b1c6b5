package dev.hundi.api.conformance;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import dev.hundi.api.testing.RunningApi;
import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.SettlePayout;
import dev.hundi.payout.IndexPayouts;
import dev.hundi.payout.ResponseCode;
import dev.hundi.verification.NameLookUps;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import dev.hundi.wallet.TopUpWallet;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Simulates the rest of the platform: top-ups, wallet debits, bank answers and the search
 * index.
 */
final class BehindTheApi {

	private BehindTheApi() {
	}

	static void topUp(Integrator integrator, long amountPaise, String utr, String description) {
		assertThat(bean(TopUpWallet.class).topUp(integrator.businessId(), amountPaise, utr, description)).isTrue();
	}

	/** Answers all name verifications that wait for a bank. */
	static void answerNames(String nameAtBank) {
		NameLookUps lookUps = bean(NameLookUps.class);
		lookUps.claim("sandbox", true, true, 1_000, Duration.ofHours(1))
			.forEach((lookUp) -> lookUps.reported(lookUp, nameAtBank));
	}

	/** Debits payouts, or fails those that the wallet does not cover. */
	static void debit(Integrator integrator, String... payoutIds) {
		bean(DebitWallets.class).debit(integrator.businessId(),
				Arrays.stream(payoutIds).map(UUID::fromString).toList());
	}

	/** Debits a payout and sends it to the bank, which acknowledges it. */
	static Attempt acknowledge(Integrator integrator, String payoutId, String bankReference) {
		debit(integrator, payoutId);
		BankAttempts attempts = bean(BankAttempts.class);
		PayoutKey key = new PayoutKey(integrator.businessId(), UUID.fromString(payoutId));
		Attempt attempt = attempts.claim(List.of(key), "sandbox", Duration.ofHours(1)).getFirst().attempt();
		assertThat(attempts.acknowledged(attempt, bankReference, Duration.ofHours(1)))
			.isEqualTo(RecordOutcome.RECORDED);
		return attempt;
	}

	/** 3 → 4 → 11. */
	static Attempt succeed(Integrator integrator, String payoutId, String utr, String bankReference) {
		Attempt attempt = acknowledge(integrator, payoutId, bankReference);
		assertThat(bean(SettlePayout.class).succeeded(attempt, BankReport.of(utr, bankReference)))
			.isEqualTo(RecordOutcome.RECORDED);
		return attempt;
	}

	/** 3 → 4 → 12. */
	static void fail(Integrator integrator, String payoutId, ResponseCode code, String bankReference) {
		Attempt attempt = acknowledge(integrator, payoutId, bankReference);
		assertThat(bean(SettlePayout.class).failed(attempt, code, code.message(), BankReport.of(null, bankReference)))
			.isEqualTo(RecordOutcome.RECORDED);
	}

	/** 3 → 4 → 11 → 12. */
	static void returnMoney(Integrator integrator, String payoutId, String utr, String bankReference) {
		Attempt attempt = succeed(integrator, payoutId, utr, bankReference);
		assertThat(bean(SettlePayout.class).returned(attempt)).isEqualTo(RecordOutcome.RECORDED);
	}

	/** Erases an archived beneficiary, as housekeeping does. */
	static void erase(Integrator integrator, String beneficiaryId) {
		JdbcClient.create(RunningApi.sharedDatabase().dataSource())
			.sql("SELECT erase_beneficiary(:business, :beneficiary)")
			.param("business", integrator.businessId())
			.param("beneficiary", UUID.fromString(beneficiaryId))
			.query((row) -> {
			});
	}

	static void activateNodalAccount() {
		if (!bean(NodalAccounts.class).anyActive()) {
			bean(NodalAccounts.class).activate(new NodalAccount("Hundi Payments Private Limited", "YESB0000001",
					"Yes Bank", "Fort, Mumbai", "CURRENT", List.of("IMPS", "NEFT", "RTGS", "UPI")));
		}
	}

	/** Indexes until the search index has every event of a business. */
	static void index(Integrator integrator) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			bean(IndexPayouts.class).index();
			return integrator.merchant().count("""
					SELECT count(*) FROM payout_event
					 WHERE business_id = :id
					   AND event_id > (SELECT indexed_to FROM search_progress WHERE name = 'payout')
					""") == 0;
		});
	}

	/** Waits until the clock of the database reaches the next millisecond. */
	static void anotherMillisecond() {
		jdbc().sql("SELECT pg_sleep(0.002)").query((row, number) -> true).single();
	}

	static JdbcClient jdbc() {
		return JdbcClient.create(RunningApi.sharedDatabase().dataSource());
	}

	private static <T> T bean(Class<T> type) {
		return RunningApi.shared().bean(type);
	}

}
