package dev.hundi.bench;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

import dev.hundi.bank.BankReference;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * When the accept, the debit and the claim of a payout began in PostgreSQL, and when its
 * order came to the bank.
 */
record PayoutTimes(Instant accepted, Instant debited, Instant claimed, Instant called) {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** Of a payout that is under way; waits for it to come to the bank. */
	static PayoutTimes of(UUID payout, ClockedBank bank, JdbcClient jdbc) throws InterruptedException {
		Instant called = bank.awaitOrder(BankReference.of(payout), PATIENCE);
		List<Instant> begun = jdbc.sql("SELECT created_at FROM payout_event WHERE payout_id = :id ORDER BY sequence")
			.param("id", payout)
			.query((row, number) -> row.getObject(1, OffsetDateTime.class).toInstant())
			.list();
		return new PayoutTimes(begun.get(0), begun.get(1), begun.get(2), called);
	}

	Duration acceptToDebit() {
		return Duration.between(this.accepted, this.debited);
	}

	Duration debitToClaim() {
		return Duration.between(this.debited, this.claimed);
	}

	Duration claimToCall() {
		return Duration.between(this.claimed, this.called);
	}

	Duration acceptToCall() {
		return Duration.between(this.accepted, this.called);
	}

}
