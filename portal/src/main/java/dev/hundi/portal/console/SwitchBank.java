package dev.hundi.portal.console;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.hundi.bank.BankSwitches;
import dev.hundi.bank.OffSwitch;
import dev.hundi.payout.Rail;
import dev.hundi.portal.command.CommandAuthor;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Switches a bank or a rail off, so that its payouts wait, and on again. */
@StaffOnly
@Component
@PreAuthorize("@rights.confirmed('OPERATOR')")
class SwitchBank {

	private final BankSwitches switches;

	private final StaffRecord record;

	private final CommandAuthor author;

	SwitchBank(BankSwitches switches, StaffRecord record, CommandAuthor author) {
		this.switches = switches;
		this.record = record;
		this.author = author;
	}

	/**
	 * Switches off.
	 * @param bank null for every bank
	 * @param rail null for every rail of the bank
	 * @return the key of the problem, or empty
	 */
	@Transactional
	public Optional<String> off(@Nullable String bank, @Nullable Rail rail, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		if (bank == null && rail == null) {
			return Optional.of("console.switch.what");
		}
		if (!this.switches.switchOff(bank, rail, reason.strip(), this.author.name())) {
			return Optional.of("console.switch.off-already");
		}
		record("BANK_SWITCHED_OFF", bank, rail, reason);
		return Optional.empty();
	}

	/**
	 * Switches on again.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	public Optional<String> on(long switchId, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		Optional<OffSwitch> off = this.switches.switchOn(switchId);
		if (off.isEmpty()) {
			return Optional.of("console.switch.on-already");
		}
		record("BANK_SWITCHED_ON", off.get().bank(), off.get().rail(), reason);
		return Optional.empty();
	}

	private void record(String act, @Nullable String bank, @Nullable Rail rail, String reason) {
		this.record.of(null, act, Objects.requireNonNullElse(bank, "every bank"), Map.of(),
				Map.of("rail", (rail != null) ? rail.name() : "every rail", "reason", reason.strip()));
	}

}
