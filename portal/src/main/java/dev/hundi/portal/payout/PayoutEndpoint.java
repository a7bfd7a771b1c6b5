package dev.hundi.portal.payout;

import java.util.List;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.payout.CancelPayout;
import dev.hundi.payout.PayoutApprovals;
import dev.hundi.payout.PayoutDetail;
import dev.hundi.payout.PayoutFigures;
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
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page of a payout. */
@MerchantOnly
@Controller
class PayoutEndpoint {

	private final CurrentPerson current;

	private final JdbcClient jdbc;

	private final Payouts payouts;

	private final WalletMovements movements;

	private final WebhookLog webhooks;

	private final PayoutApprovals approvals;

	private final AuditTrail audit;

	private final CancelOwnPayout cancel;

	private final Beneficiaries beneficiaries;

	private final PayoutFigures figures;

	PayoutEndpoint(CurrentPerson current, JdbcClient jdbc, Payouts payouts, WalletMovements movements,
			WebhookLog webhooks, PayoutApprovals approvals, AuditTrail audit, CancelOwnPayout cancel,
			Beneficiaries beneficiaries, PayoutFigures figures) {
		this.current = current;
		this.figures = figures;
		this.beneficiaries = beneficiaries;
		this.jdbc = jdbc;
		this.payouts = payouts;
		this.movements = movements;
		this.webhooks = webhooks;
		this.approvals = approvals;
		this.audit = audit;
		this.cancel = cancel;
	}

	@GetMapping("/payouts/{id}")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String page(@PathVariable UUID id, Model model) {
		PayoutDetail payout = show(id, model);
		model.addAttribute("payeeStored",
				this.beneficiaries.find(this.current.businessId(), payout.beneficiary().beneficiaryId()).isPresent());
		return "payout/payout";
	}

	/** State and timeline, which the page replaces while the payout is not final. */
	@GetMapping("/payouts/{id}/live")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String live(@PathVariable UUID id, Model model) {
		show(id, model);
		model.addAttribute("live", true);
		return "payout/payout :: progress";
	}

	/** What a cancellation would end. */
	@GetMapping("/payouts/{id}/cancel")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.MAKES)
	public String confirm(@PathVariable UUID id, Model model) {
		model.addAttribute("payout", this.payouts.detail(this.current.businessId(), id)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
		return "payout/cancel";
	}

	@PostMapping("/payouts/{id}/cancel")
	String cancel(@PathVariable UUID id, RedirectAttributes flash) {
		switch (this.cancel.cancel(id)) {
			case CancelPayout.Result.Cancelled _ -> flash.addFlashAttribute("notice", "payout.cancelled");
			case CancelPayout.Result.NotCancellable late -> flash.addFlashAttribute("problem", "payout.cancel.late");
			case CancelPayout.Result.NotFound() -> throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		return "redirect:/payouts/" + id;
	}

	private PayoutDetail show(UUID id, Model model) {
		UUID businessId = this.current.businessId();
		PayoutDetail payout = this.payouts.detail(businessId, id)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		model.addAttribute("payout", payout);
		model.addAttribute("paid", PayoutFiles.isPaid(payout));
		List<BankTry> tries = tries(id);
		boolean waits = waitsForBank(payout, tries);
		boolean onStatement = waits && this.figures.isOnStatement(id);
		model.addAttribute("onStatement", onStatement);
		model.addAttribute("downtimes", (waits && !onStatement)
				? this.figures.downtimes().stream().filter((one) -> one.rail() == payout.rail()).toList() : List.of());
		model.addAttribute("timeline",
				TimelineEntry.of(this.payouts.statusEvents(businessId, id), tries,
						this.movements.ofPayout(businessId, id), this.webhooks.ofPayout(businessId, id),
						this.approvals.ofPayout(businessId, id),
						this.audit.ofObjects(businessId, List.of(id.toString(), payout.transactionId()))));
		return payout;
	}

	private static boolean waitsForBank(PayoutDetail payout, List<BankTry> tries) {
		return payout.completedAt() == null && !payout.waits()
				&& (tries.isEmpty() || tries.getLast().state().equals("NOT_SENT"));
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
