package dev.hundi.portal.payout;

import java.util.List;
import java.util.UUID;

import dev.hundi.payout.PayoutDetail;
import dev.hundi.payout.Payouts;
import dev.hundi.portal.payout.TimelineEntry.BankTry;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.time.Timestamps;
import dev.hundi.wallet.WalletMovements;
import dev.hundi.webhook.WebhookLog;

import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.server.ResponseStatusException;

/** The page of a payout. */
@MerchantOnly
@Controller
class PayoutEndpoint {

	private final CurrentPerson current;

	private final JdbcClient jdbc;

	private final Payouts payouts;

	private final WalletMovements movements;

	private final WebhookLog webhooks;

	PayoutEndpoint(CurrentPerson current, JdbcClient jdbc, Payouts payouts, WalletMovements movements,
			WebhookLog webhooks) {
		this.current = current;
		this.jdbc = jdbc;
		this.payouts = payouts;
		this.movements = movements;
		this.webhooks = webhooks;
	}

	@GetMapping("/payouts/{id}")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String page(@PathVariable UUID id, Model model) {
		show(id, model);
		return "payout/payout";
	}

	/** State and timeline, which the page replaces while the payout is not final. */
	@GetMapping("/payouts/{id}/live")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String live(@PathVariable UUID id, Model model) {
		show(id, model);
		return "payout/payout :: progress";
	}

	private void show(UUID id, Model model) {
		UUID businessId = this.current.businessId();
		PayoutDetail payout = this.payouts.detail(businessId, id)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		model.addAttribute("payout", payout);
		model.addAttribute("paid", PayoutFiles.isPaid(payout));
		model.addAttribute("timeline", TimelineEntry.of(this.payouts.statusEvents(businessId, id), tries(id),
				this.movements.ofPayout(businessId, id), this.webhooks.ofPayout(businessId, id)));
	}

	private List<BankTry> tries(UUID payoutId) {
		return this.jdbc.sql("""
				SELECT attempt_number, state, claimed_at, enquiry_count, utr FROM bank_attempt
				 WHERE business_id = :business AND payout_id = :payout ORDER BY attempt_number
				""")
			.param("business", this.current.businessId())
			.param("payout", payoutId)
			.query((row, number) -> new BankTry(row.getInt("attempt_number"), row.getString("state"),
					Timestamps.instant(row, "claimed_at"), row.getInt("enquiry_count"), row.getString("utr")))
			.list();
	}

}
