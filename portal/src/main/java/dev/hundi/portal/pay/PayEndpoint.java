package dev.hundi.portal.pay;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.beneficiary.Beneficiary;
import dev.hundi.beneficiary.BeneficiaryForms;
import dev.hundi.beneficiary.BeneficiaryStatus;
import dev.hundi.payout.Rail;
import dev.hundi.portal.pay.PayForm.Payee;
import dev.hundi.portal.pay.PayForm.Texts;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page on which a maker pays: form, review, payout. */
@MerchantOnly
@Controller
class PayEndpoint {

	private final PayBeneficiary pay;

	private final CurrentPerson current;

	PayEndpoint(PayBeneficiary pay, CurrentPerson current) {
		this.pay = pay;
		this.current = current;
	}

	/**
	 * An empty form, or one to begin with.
	 * @param from a payout that is paid again
	 * @param to a beneficiary
	 * @param reviewed present for the form that was reviewed last and not paid
	 */
	@GetMapping("/pay")
	String page(@RequestParam(required = false) @Nullable UUID from, @RequestParam(required = false) @Nullable UUID to,
			@RequestParam(required = false) @Nullable String reviewed, HttpSession session, Model model) {
		PayForm empty = (to != null) ? PayForm.to(to) : PayForm.EMPTY;
		Optional<PayForm> unpaid = UnpaidReview.of(session, this.current.businessId());
		if (reviewed == null) {
			unpaid.ifPresent((last) -> model.addAttribute("unpaidPaise", last.amountPaise().orElseThrow()));
		}
		PayForm form = (from != null) ? this.pay.again(from).orElse(empty)
				: unpaid.filter((last) -> reviewed != null).orElse(empty);
		if (form.beneficiary().isEmpty()) {
			return show(form, Map.of(), model);
		}
		// The list has only active ones and would select "A new beneficiary" instead.
		return this.pay.beneficiary(form)
			.map((one) -> (one.status() == BeneficiaryStatus.ACTIVE) ? show(form, Map.of(), model)
					: archived(form, one, model))
			.orElseGet(() -> show(form, Map.of("beneficiary", "pay.problem.beneficiary"), model));
	}

	/** Marks the field by which the form names an archived beneficiary. */
	private String archived(PayForm form, Beneficiary beneficiary, Model model) {
		String field = !form.beneficiary().isEmpty() ? "beneficiary" : (beneficiary.vpa() != null) ? "vpa" : "account";
		model.addAttribute("archived", beneficiary);
		return show(form, Map.of(field, "pay.problem.archived"), model);
	}

	/** Back from the review with everything that was typed. */
	@PostMapping("/pay/change")
	String change(@RequestParam MultiValueMap<String, String> fields, Model model) {
		return show(suggestAgain(fields), Map.of(), model);
	}

	/** Leaves the review for good. */
	@PostMapping("/pay/cancel")
	String cancel(HttpSession session) {
		UnpaidReview.forget(session);
		return "redirect:/pay";
	}

	@PostMapping("/pay/review")
	String review(@RequestParam MultiValueMap<String, String> fields, HttpSession session, Model model) {
		return review(form(fields), UUID.randomUUID(), session, model);
	}

	private String review(PayForm form, UUID formId, HttpSession session, Model model) {
		Map<String, String> problems = form.problems(Instant.now());
		if (!problems.isEmpty()) {
			return show(form, problems, model);
		}
		return switch (this.pay.review(form)) {
			case PayOutcome.Reviewed(var review) -> {
				UnpaidReview.keep(session, this.current.businessId(), form);
				model.addAttribute("form", form);
				model.addAttribute("review", review);
				model.addAttribute("downtimes",
						this.pay.downtimes().stream().filter((one) -> one.rail() == review.rail()).toList());
				model.addAttribute("formId", formId);
				yield "pay/review";
			}
			case PayOutcome.Refused(var field, var text) -> show(form, Map.of(field, text), model);
			case PayOutcome.Archived(var beneficiary) -> archived(form, beneficiary, model);
			case PayOutcome.Made _, PayOutcome.Changed _ ->
				throw new IllegalStateException("A review neither makes nor compares a payout");
		};
	}

	/**
	 * Looks for the payout of the form before it checks the form: the answer to the first
	 * press may be lost, and the form wrong by the second, such as its time.
	 */
	@PostMapping("/pay")
	String pay(@RequestParam MultiValueMap<String, String> fields,
			@RequestParam(required = false) @Nullable UUID formId, HttpSession session, Model model,
			RedirectAttributes flash) {
		PayForm form = form(fields);
		UUID id = (formId != null) ? formId : UUID.randomUUID();
		Optional<UUID> made = this.pay.made(id);
		if (made.isPresent()) {
			return payout(made.get(), form, session, flash);
		}
		Map<String, String> problems = form.problems(Instant.now());
		if (!problems.isEmpty()) {
			return show(form, problems, model);
		}
		return switch (this.pay.pay(form, id, text(fields, "reviewed"))) {
			case PayOutcome.Made(var payoutId) -> payout(payoutId, form, session, flash);
			case PayOutcome.Refused(var field, var text) -> show(form, Map.of(field, text), model);
			case PayOutcome.Archived(var beneficiary) -> archived(form, beneficiary, model);
			case PayOutcome.Changed() -> {
				model.addAttribute("changed", true);
				yield review(suggestAgain(fields), id, session, model);
			}
			case PayOutcome.Reviewed reviewed ->
				throw new IllegalStateException("A payment is made or refused: " + reviewed);
		};
	}

	private static String payout(UUID payoutId, PayForm form, HttpSession session, RedirectAttributes flash) {
		UnpaidReview.forget(session);
		flash.addFlashAttribute("notice", (form.later().isEmpty() && !form.approval()) ? "pay.made" : "pay.held");
		return "redirect:/payouts/" + payoutId;
	}

	/** The form of a review without the rail that the portal chose. */
	private static PayForm suggestAgain(MultiValueMap<String, String> fields) {
		if (text(fields, "suggested").equals("true")) {
			fields.set("rail", "");
		}
		return form(fields);
	}

	private String show(PayForm form, Map<String, String> problems, Model model) {
		model.addAttribute("form", form);
		model.addAttribute("problems", problems);
		model.addAttribute("downtimes", this.pay.downtimes());
		model.addAttribute("beneficiaries", this.pay.beneficiaries(form));
		model.addAttribute("rails", List.of(Rail.values()));
		return "pay/pay";
	}

	private static PayForm form(MultiValueMap<String, String> fields) {
		return new PayForm(text(fields, "beneficiary"),
				new Payee(text(fields, "name"), number(fields, "phone"), number(fields, "account"),
						text(fields, "ifsc"), text(fields, "vpa")),
				text(fields, "amount"), text(fields, "rail"), text(fields, "later"),
				text(fields, "approval").equals("true"),
				new Texts(text(fields, "reference"), text(fields, "narration"), text(fields, "purpose")));
	}

	private static String number(MultiValueMap<String, String> fields, String name) {
		return BeneficiaryForms.ungrouped(text(fields, name));
	}

	private static String text(MultiValueMap<String, String> fields, String name) {
		return Objects.requireNonNullElse(fields.getFirst(name), "").strip();
	}

}
