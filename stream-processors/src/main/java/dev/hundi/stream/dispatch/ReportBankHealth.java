package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.UUID;

import dev.hundi.bank.BankHealth;
import dev.hundi.bank.BankOutages;

import org.springframework.stereotype.Component;

/**
 * Reports what this process sees of the banks, for the staff portal, and the outages that
 * follow from the reports of all processes, for businesses.
 */
@Component
class ReportBankHealth {

	static final Duration INTERVAL = Duration.ofSeconds(5);

	private final UUID processId = UUID.randomUUID();

	private final Banks banks;

	private final BankHealth health;

	private final BankOutages outages;

	ReportBankHealth(Banks banks, BankHealth health, BankOutages outages) {
		this.banks = banks;
		this.health = health;
		this.outages = outages;
	}

	void report() {
		this.health.report(this.processId,
				this.banks.all().stream().flatMap((bank) -> bank.health().stream()).toList());
		this.outages.detect();
	}

}
