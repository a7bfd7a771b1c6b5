package dev.hundi.stream.operator;

import java.util.List;
import java.util.UUID;

import dev.hundi.bank.ManualReview;
import dev.hundi.bank.ManualReviews;
import dev.hundi.bank.ManualSettlement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * {@code /internal/questions}: lists manual reviews about banks and records their
 * results. Moves no money.
 */
@RestController
@RequestMapping("/internal/questions")
class OperateManualReviews {

	private static final Logger logger = LoggerFactory.getLogger(OperateManualReviews.class);

	private static final int MAX_REVIEWS = 1_000;

	private final ManualReviews reviews;

	OperateManualReviews(ManualReviews reviews) {
		this.reviews = reviews;
	}

	@GetMapping
	List<ManualReview> list(@RequestParam(defaultValue = "100") int limit) {
		return this.reviews.list(Math.clamp(limit, 1, MAX_REVIEWS));
	}

	@PostMapping("/businesses/{businessId}/payouts/{payoutId}/ask")
	Asked ask(@PathVariable UUID businessId, @PathVariable UUID payoutId) {
		if (!this.reviews.enquireAgain(businessId, payoutId)) {
			throw missing("payout %s whose enquiries have ended or were answered implausibly".formatted(payoutId));
		}
		logger.info("An operator requested another enquiry about payout {} of business {}", payoutId, businessId);
		return new Asked(true);
	}

	@PostMapping("/businesses/{businessId}/payouts/{payoutId}/settle")
	Settled settlePayout(@PathVariable UUID businessId, @PathVariable UUID payoutId,
			@RequestBody ManualSettlement settlement) {
		return settled("contradiction about payout " + payoutId,
				this.reviews.settleConflicts(businessId, payoutId, settlement), settlement);
	}

	@PostMapping("/businesses/{businessId}/beneficiaries/{beneficiaryId}/settle")
	Settled settleBeneficiary(@PathVariable UUID businessId, @PathVariable UUID beneficiaryId,
			@RequestBody ManualSettlement settlement) {
		return settled("answer about beneficiary " + beneficiaryId,
				this.reviews.settleVerifications(businessId, beneficiaryId, settlement), settlement);
	}

	private static Settled settled(String what, int rows, ManualSettlement settlement) {
		if (rows == 0) {
			throw missing("open " + what);
		}
		logger.info("{} settled each open {}", settlement.settledBy(), what);
		return new Settled(rows);
	}

	private static ResponseStatusException missing(String what) {
		return new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no " + what);
	}

	record Asked(boolean asked) {
	}

	record Settled(int settled) {
	}

}
