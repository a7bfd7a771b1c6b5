package dev.hundi.portal.console;

import java.time.Instant;

import dev.hundi.bank.BankHealth;
import dev.hundi.bank.PaymentResult;
import dev.hundi.portal.session.StaffOnly;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The health of the banks, as stream-processors reports it. */
@StaffOnly
@Controller
class BanksEndpoint {

	private final BankHealth health;

	BanksEndpoint(BankHealth health) {
		this.health = health;
	}

	@GetMapping("/console/banks")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(Model model) {
		model.addAttribute("banks", BankView.of(this.health.reports(), Instant.now()));
		model.addAttribute("results", PaymentResult.values());
		return "console/banks";
	}

}
