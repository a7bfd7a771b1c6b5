package dev.hundi.batch.housekeeping;

import java.time.Duration;
import java.time.Instant;

import dev.hundi.retention.ErasePersonalData;
import dev.hundi.retention.ErasureRule;
import dev.hundi.retention.HousekeepingProofs;
import dev.hundi.retention.RetentionPeriods;

/**
 * Erases personal data of one rule that has expired. Data expires once a day, so runs are
 * daily. The proof reads all older rows; the next run starts where it found none left,
 * and after a failed proof from the beginning.
 */
final class ErasureStep implements HousekeepingStep {

	private final ErasureRule rule;

	private final ErasePersonalData erase;

	private final HousekeepingProofs proofs;

	private final RetentionPeriods periods;

	ErasureStep(ErasureRule rule, ErasePersonalData erase, HousekeepingProofs proofs, RetentionPeriods periods) {
		this.rule = rule;
		this.erase = erase;
		this.proofs = proofs;
		this.periods = periods;
	}

	@Override
	public String name() {
		return this.rule.stepName();
	}

	@Override
	public Duration interval() {
		return Duration.ofDays(1);
	}

	@Override
	public int removeExpired(int limit) {
		return this.erase.erase(this.rule, this.proofs.cleanBefore(name()), before(Duration.ZERO), limit);
	}

	@Override
	public Proof prove() {
		Instant before = before(Proof.SLACK);
		return new Proof(this.erase.remaining(this.rule, before), before);
	}

	private Instant before(Duration slack) {
		return this.periods.expiredBefore(this.rule.basis(), Instant.now().minus(slack));
	}

}
