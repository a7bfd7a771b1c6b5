package dev.hundi.batch.housekeeping;

import java.time.Duration;

import dev.hundi.partition.MaintainPartitions;

import org.springframework.stereotype.Component;

/** Creates partitions of webhook attempts ahead and drops expired ones. */
@Component
class MonthlyPartitions implements HousekeepingStep {

	private final MaintainPartitions partitions;

	private final HousekeepingSettings settings;

	MonthlyPartitions(MaintainPartitions partitions, HousekeepingSettings settings) {
		this.partitions = partitions;
		this.settings = settings;
	}

	@Override
	public String name() {
		return "monthly-partitions";
	}

	@Override
	public Duration interval() {
		return Duration.ofHours(1);
	}

	/** One call does everything. */
	@Override
	public int removeExpired(int limit) {
		this.partitions.createAhead();
		this.partitions.dropExpired(this.settings.webhookAge());
		return 0;
	}

	@Override
	public Proof prove() {
		return Proof.of(this.partitions.remaining(Proof.overdueAfter(this.settings.webhookAge())));
	}

}
