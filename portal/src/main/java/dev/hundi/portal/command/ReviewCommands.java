package dev.hundi.portal.command;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.bank.ManualReview;
import dev.hundi.bank.ManualReviews;
import dev.hundi.bank.ManualSettlement;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /commands/reviews}: lists manual reviews about banks and records their results.
 * Moves no money.
 */
@StaffOnly
@RestController
@RequestMapping("/commands/reviews")
class ReviewCommands {

	private static final int MAX_REVIEWS = 1_000;

	private final ManualReviews reviews;

	private final CommandAuthor author;

	private final StaffRecord record;

	private final NamedBusinesses businesses;

	ReviewCommands(ManualReviews reviews, CommandAuthor author, StaffRecord record, NamedBusinesses businesses) {
		this.reviews = reviews;
		this.author = author;
		this.record = record;
		this.businesses = businesses;
	}

	@GetMapping
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public List<ManualReview> list(@RequestParam(defaultValue = "100") int limit) {
		return this.reviews.list(Math.clamp(limit, 1, MAX_REVIEWS));
	}

	@PostMapping("/businesses/{business}/payouts/{payoutId}/enquire")
	@Transactional
	@PreAuthorize("@rights.any('OPERATOR')")
	public Enquired enquire(@PathVariable String business, @PathVariable UUID payoutId,
			@RequestBody RequestCommands.Why why) {
		UUID businessId = this.businesses.id(business);
		if (!this.reviews.enquireAgain(businessId, payoutId)) {
			throw CommandErrors
				.missing("payout %s whose enquiries have ended or were answered implausibly".formatted(payoutId));
		}
		this.record.of(businessId, "BANK_ASKED_AGAIN", payoutId.toString(), Map.of(),
				RequestCommands.after(why.reason()));
		return new Enquired(true);
	}

	@PostMapping("/businesses/{business}/payouts/{payoutId}/settle")
	@Transactional
	@PreAuthorize("@rights.any('OPERATOR')")
	public Settled settlePayout(@PathVariable String business, @PathVariable UUID payoutId,
			@RequestBody Outcome outcome) {
		UUID businessId = this.businesses.id(business);
		return settled(businessId, payoutId, "contradiction about payout ", outcome,
				this.reviews.settleConflicts(businessId, payoutId, settlement(outcome), outcome.shown));
	}

	@PostMapping("/businesses/{business}/beneficiaries/{beneficiaryId}/settle")
	@Transactional
	@PreAuthorize("@rights.any('OPERATOR')")
	public Settled settleBeneficiary(@PathVariable String business, @PathVariable UUID beneficiaryId,
			@RequestBody Outcome outcome) {
		UUID businessId = this.businesses.id(business);
		return settled(businessId, beneficiaryId, "answer about beneficiary ", outcome,
				this.reviews.settleVerifications(businessId, beneficiaryId, settlement(outcome), outcome.shown));
	}

	private ManualSettlement settlement(Outcome outcome) {
		return new ManualSettlement(this.author.name(), outcome.note);
	}

	private Settled settled(UUID businessId, UUID subject, String what, Outcome outcome, int rows) {
		if (rows == 0) {
			throw CommandErrors.missing("open %s%s that arose by %s".formatted(what, subject, outcome.shown));
		}
		this.record.of(businessId, "MANUAL_REVIEW_SETTLED", subject.toString(), Map.of(),
				RequestCommands.after(outcome.note));
		return new Settled(rows);
	}

	/**
	 * The result of a review.
	 *
	 * @param shown since when the newest case is open that the operator has read; later
	 * ones about the subject stay open
	 */
	record Outcome(Instant shown, String note) {

		Outcome {
			if (shown == null) {
				throw new IllegalArgumentException(
						"shown is required: the time since of the newest case that you have read");
			}
			if (note == null || note.isBlank()) {
				throw new IllegalArgumentException("note is required");
			}
		}

	}

	record Enquired(boolean enquired) {
	}

	record Settled(int settled) {
	}

}
