package dev.hundi.portal.console;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.bank.ManualReviews;
import dev.hundi.bank.ManualSettlement;
import dev.hundi.bank.ReviewKind;
import dev.hundi.portal.command.CommandAuthor;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What an operator decides about a manual review. Moves no money. */
@StaffOnly
@Component
@PreAuthorize("@rights.any('OPERATOR')")
class DecideReview {

	private final ManualReviews reviews;

	private final StaffRecord record;

	private final CommandAuthor author;

	DecideReview(ManualReviews reviews, StaffRecord record, CommandAuthor author) {
		this.reviews = reviews;
		this.record = record;
		this.author = author;
	}

	/**
	 * Does what the kind of the case asks for.
	 * @param subjectId the payout or the beneficiary
	 * @param shown since when the case is open that the page showed; later ones about the
	 * subject stay open
	 * @return the key of the problem, or empty
	 */
	@Transactional
	public Optional<String> decide(ReviewKind kind, UUID businessId, UUID subjectId, Instant shown, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		ManualSettlement settlement = new ManualSettlement(this.author.name(), reason.strip());
		boolean done = switch (kind.act()) {
			case ENQUIRE -> this.reviews.enquireAgain(businessId, subjectId);
			case SETTLE_PAYOUT -> this.reviews.settleConflicts(businessId, subjectId, settlement, shown) > 0;
			case SETTLE_BENEFICIARY -> this.reviews.settleVerifications(businessId, subjectId, settlement, shown) > 0;
		};
		if (!done) {
			return Optional.of("console.reviews.gone");
		}
		boolean enquired = kind.act() == ReviewKind.Act.ENQUIRE;
		this.record.of(businessId, enquired ? "BANK_ASKED_AGAIN" : "MANUAL_REVIEW_SETTLED", subjectId.toString(),
				Map.of(), Map.of("reason", reason.strip()));
		return Optional.empty();
	}

}
