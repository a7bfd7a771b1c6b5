package dev.hundi.portal.wallet;

import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

import dev.hundi.audit.AuditTrail;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.web.Amounts;
import dev.hundi.text.Beginning;
import dev.hundi.wallet.LowBalanceLines;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Sets the balance below which the owners get an alert. */
@MerchantOnly
@Controller
class LowBalanceEndpoint {

	private static final long MAX_PAISE = 10_000_000_000_000_00L;

	/** Characters of the field. */
	private static final int LONGEST = 20;

	private final CurrentPerson current;

	private final LowBalanceLines lines;

	private final AuditTrail audit;

	LowBalanceEndpoint(CurrentPerson current, LowBalanceLines lines, AuditTrail audit) {
		this.current = current;
		this.lines = lines;
		this.audit = audit;
	}

	/**
	 * Sets the alert.
	 * @param amount an empty one ends the alert
	 * @param seen paise that the page showed; empty for no alert
	 */
	@PostMapping("/wallet/low-balance")
	@Transactional
	@PreAuthorize("@rights.any('OWNER', 'CHECKER')")
	public String set(@RequestParam(defaultValue = "") String amount,
			@RequestParam(required = false) @Nullable Long seen, RedirectAttributes flash) {
		OptionalLong paise = Amounts.paise(amount);
		boolean none = amount.isBlank();
		if (!none && (paise.isEmpty() || paise.getAsLong() < 1 || paise.getAsLong() > MAX_PAISE)) {
			flash.addFlashAttribute("problem", "wallet.low.invalid");
			flash.addFlashAttribute("typedLowBalance", Beginning.of(amount, LONGEST));
			flash.addFlashAttribute("seenLowBalance", Objects.toString(seen, ""));
			return "redirect:/wallet";
		}
		Long line = none ? null : (Long) paise.getAsLong();
		if (this.lines.replace(this.current.businessId(), seen, line)) {
			if (!Objects.equals(seen, line)) {
				this.audit.record(this.current.businessId(), this.current.actor(), "LOW_BALANCE_LINE_CHANGED", null,
						described(seen), described(line));
			}
		}
		else if (!this.lines.replace(this.current.businessId(), line, line)) {
			flash.addFlashAttribute("problem", "wallet.low.stale");
			return "redirect:/wallet";
		}
		flash.addFlashAttribute("notice", none ? "wallet.low.ended" : "wallet.low.set");
		return "redirect:/wallet";
	}

	private static Map<String, ?> described(@Nullable Long paise) {
		return (paise != null) ? Map.of("lowBalancePaise", paise) : Map.of();
	}

}
