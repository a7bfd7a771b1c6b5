package dev.hundi.bench.stream;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

import dev.hundi.bank.BankReference;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * When PostgreSQL began the accept, the debit and the claim of a payout, and when its
 * order reached the bank.
 */
public record PayoutTimes(Instant accepted, Instant debited, Instant claimed, Instant called) {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** Waits until a payout in flight reaches the bank and returns its times. */
	public static PayoutTimes of(UUID payout, RecordingBank bank, JdbcClient jdbc) throws InterruptedException {
		Instant called = bank.awaitOrder(BankReference.of(payout), PATIENCE);
		List<Instant> begun = jdbc.sql("SELECT created_at FROM payout_event WHERE payout_id = :id ORDER BY sequence")
			.param("id", payout)
			.query((row, number) -> row.getObject(1, OffsetDateTime.class).toInstant())
			.list();
		return new PayoutTimes(begun.get(0), begun.get(1), begun.get(2), called);
	}

	public Duration acceptToDebit() {
		return Duration.between(this.accepted, this.debited);
	}

	public Duration debitToClaim() {
		return Duration.between(this.debited, this.claimed);
	}

	public Duration claimToCall() {
		return Duration.between(this.claimed, this.called);
	}

	public Duration acceptToCall() {
		return Duration.between(this.accepted, this.called);
	}

}
