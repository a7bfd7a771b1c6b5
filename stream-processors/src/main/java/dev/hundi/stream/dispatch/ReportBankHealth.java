package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.UUID;

import dev.hundi.bank.BankHealth;

import org.springframework.stereotype.Component;

/** Reports what this process sees of the banks, for the staff portal. */
@Component
class ReportBankHealth {

	static final Duration INTERVAL = Duration.ofSeconds(5);

	private final UUID processId = UUID.randomUUID();

	private final Banks banks;

	private final BankHealth health;

	ReportBankHealth(Banks banks, BankHealth health) {
		this.banks = banks;
		this.health = health;
	}

	void report() {
		this.health.report(this.processId,
				this.banks.all().stream().flatMap((bank) -> bank.health().stream()).toList());
	}

}
