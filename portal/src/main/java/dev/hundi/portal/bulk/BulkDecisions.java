package dev.hundi.portal.bulk;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.bulk.BulkDecisionResult;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkUploadResult;
import dev.hundi.payout.PayoutOptions;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.time.India;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** What people decide on the page of a bulk file. */
@MerchantOnly
@Controller
class BulkDecisions {

	private final ActOnFiles act;

	BulkDecisions(ActOnFiles act) {
		this.act = act;
	}

	@PostMapping("/bulk/{id}/release")
	String release(@PathVariable UUID id, RedirectAttributes flash) {
		return answer(this.act.release(id), "bulk.released", id, flash);
	}

	/**
	 * Plans a release.
	 * @param at Indian date and time; empty for as soon as the wallet covers the file
	 */
	@PostMapping("/bulk/{id}/plan")
	String plan(@PathVariable UUID id, @RequestParam(defaultValue = "") String at, RedirectAttributes flash) {
		Instant now = Instant.now();
		Optional<Instant> time = at.isBlank() ? Optional.of(now) : time(at.strip());
		if (time.isEmpty() || time.get().isBefore(now) || time.get().isAfter(now.plus(PayoutOptions.LATEST))) {
			flash.addFlashAttribute("problem", "bulk.plan.invalid");
			flash.addFlashAttribute("at", at);
			return "redirect:/bulk/" + id;
		}
		return answer(this.act.plan(id, time.get()), "bulk.plan.made", id, flash);
	}

	@PostMapping("/bulk/{id}/unplan")
	String unplan(@PathVariable UUID id, RedirectAttributes flash) {
		return answer(this.act.plan(id, null), "bulk.plan.ended", id, flash);
	}

	@PostMapping("/bulk/{id}/cancel")
	String cancel(@PathVariable UUID id, RedirectAttributes flash) {
		return answer(this.act.cancel(id), "bulk.cancelled", id, flash);
	}

	@PostMapping("/bulk/{id}/rerun")
	String rerun(@PathVariable UUID id, RedirectAttributes flash) throws IOException {
		Optional<BulkUploadResult> result = this.act.rerun(id);
		if (result.isPresent() && result.get() instanceof BulkUploadResult.Accepted(BulkFile file)) {
			flash.addFlashAttribute("notice", "bulk.rerun.made");
			return "redirect:/bulk/" + file.bulkFileId();
		}
		flash.addFlashAttribute("problem", result.map((refused) -> switch (refused) {
			case BulkUploadResult.Duplicate _ -> "bulk.rerun.known";
			case BulkUploadResult.TooManyFiles many -> "bulk.upload.many";
			case BulkUploadResult.Accepted accepted -> throw new IllegalStateException("Answered above: " + accepted);
		}).orElse("bulk.rerun.none"));
		return "redirect:/bulk/" + id;
	}

	private static Optional<Instant> time(String at) {
		try {
			return Optional.of(LocalDateTime.parse(at).atZone(India.ZONE).toInstant());
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

	private static String answer(BulkDecisionResult result, String done, UUID id, RedirectAttributes flash) {
		switch (result) {
			case BulkDecisionResult.Done(BulkFile file) -> flash.addFlashAttribute("notice", done);
			case BulkDecisionResult.WrongStatus(BulkFile file) -> flash.addFlashAttribute("problem", "bulk.late");
			case BulkDecisionResult.SamePerson(BulkFile file) -> flash.addFlashAttribute("problem", "bulk.same");
			case BulkDecisionResult.ShortOfMoney(BulkFile file, long spendablePaise) ->
				flash.addFlashAttribute("problem", "bulk.short");
			case BulkDecisionResult.RelationEnded() -> flash.addFlashAttribute("problem", "relation.ended");
			case BulkDecisionResult.NoWallet() -> flash.addFlashAttribute("problem", "wallet.none");
			case BulkDecisionResult.NotFound() -> throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		return "redirect:/bulk/" + id;
	}

}
