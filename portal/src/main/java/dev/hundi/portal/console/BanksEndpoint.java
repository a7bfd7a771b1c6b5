package dev.hundi.portal.console;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.hundi.bank.BankHealth;
import dev.hundi.bank.BankSwitches;
import dev.hundi.bank.OffSwitch;
import dev.hundi.bank.PaymentResult;
import dev.hundi.payout.Rail;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The health of the banks, as stream-processors reports it, and their switches. */
@StaffOnly
@Controller
class BanksEndpoint {

	private static final String PAGE = "/console/banks";

	private final BankHealth health;

	private final BankSwitches switches;

	private final SwitchBank switchBank;

	BanksEndpoint(BankHealth health, BankSwitches switches, SwitchBank switchBank) {
		this.health = health;
		this.switches = switches;
		this.switchBank = switchBank;
	}

	@GetMapping(PAGE)
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(Model model) {
		List<OffSwitch> off = this.switches.off();
		List<BankView> banks = BankView.of(this.health.reports(), off, Instant.now());
		model.addAttribute("banks", banks);
		model.addAttribute("names", banks.stream().map(BankView::bank).distinct().toList());
		model.addAttribute("rails", Rail.values());
		model.addAttribute("switches", off);
		model.addAttribute("results", PaymentResult.values());
		return "console/banks";
	}

	@PostMapping("/console/banks/off")
	String switchOff(@RequestParam(defaultValue = "") String bank, @RequestParam(required = false) @Nullable Rail rail,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		boolean known = bank.isEmpty()
				|| this.health.reports().stream().anyMatch((report) -> report.health().bank().equals(bank));
		FormAnswer.flash(next, known ? this.switchBank.off(bank.isEmpty() ? null : bank, rail, reason)
				: Optional.of("console.switch.unknown"), "console.switch.is-off", "off", reason);
		return Answers.back(PAGE, "");
	}

	@PostMapping("/console/banks/on")
	String switchOn(@RequestParam(defaultValue = "0") long id, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		FormAnswer.flash(next, this.switchBank.on(id, reason), "console.switch.is-on", "on-" + id, reason);
		return Answers.back(PAGE, "");
	}

}
