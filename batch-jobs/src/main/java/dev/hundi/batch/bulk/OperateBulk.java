package dev.hundi.batch.bulk;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

import dev.hundi.bulk.ApprovalTiers;
import dev.hundi.money.Rupees;
import dev.hundi.webhook.NotifyBulkCompleted;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * {@code /internal/bulk/businesses/…}: how many people must approve the files of a
 * business, and whether it receives a webhook when a file has ended.
 */
@RestController
@RequestMapping("/internal/bulk/businesses/{businessId}")
class OperateBulk {

	private static final Logger logger = LoggerFactory.getLogger(OperateBulk.class);

	private final ApprovalTiers tiers;

	private final NotifyBulkCompleted completion;

	OperateBulk(ApprovalTiers tiers, NotifyBulkCompleted completion) {
		this.tiers = tiers;
		this.completion = completion;
	}

	@GetMapping("/approval-tiers")
	List<Tier> tiers(@PathVariable UUID businessId) {
		SortedMap<Long, Integer> found = this.tiers.of(businessId).orElseThrow(() -> unknown(businessId));
		return found.entrySet().stream().map(Tier::of).toList();
	}

	/** Replaces all tiers. */
	@PostMapping("/approval-tiers")
	List<Tier> set(@PathVariable UUID businessId, @RequestBody WantedTiers wanted) {
		SortedMap<Long, Integer> people = new TreeMap<>();
		wanted.tiers.forEach((tier) -> people.put(tier.abovePaise(), tier.people));
		if (!this.tiers.set(businessId, people)) {
			throw unknown(businessId);
		}
		logger.info("{} sets the approval tiers of business {} to {}", wanted.by, businessId, wanted.tiers);
		return tiers(businessId);
	}

	@PostMapping("/completed-webhook")
	WantedWebhook completion(@PathVariable UUID businessId, @RequestBody WantedWebhook wanted) {
		if (!this.completion.setEnabled(businessId, wanted.sent)) {
			throw unknown(businessId);
		}
		logger.info("{} switches BulkCompleted of business {} {}", wanted.by, businessId, wanted.sent ? "on" : "off");
		return wanted;
	}

	private static ResponseStatusException unknown(UUID businessId) {
		return new ResponseStatusException(HttpStatus.NOT_FOUND, "Business " + businessId + " does not exist");
	}

	/**
	 * An approval tier.
	 *
	 * @param above rupees with two decimals; files above this total belong to the tier
	 * @param people 1 or 2
	 */
	record Tier(String above, int people) {

		private static final Pattern RUPEES = Pattern.compile("(?:0|[1-9][0-9]{0,12})[.][0-9]{2}");

		Tier {
			if (above == null || !RUPEES.matcher(above).matches()) {
				throw new IllegalArgumentException("above must be rupees with two decimals, such as 100000.00");
			}
			if (people != 1 && people != 2) {
				throw new IllegalArgumentException("people must be 1 or 2");
			}
		}

		private static Tier of(Map.Entry<Long, Integer> tier) {
			return new Tier(Rupees.format(tier.getKey()), tier.getValue());
		}

		private long abovePaise() {
			return Rupees.parse(this.above).orElseThrow();
		}

	}

	/**
	 * All tiers of a business.
	 *
	 * @param by the operator
	 */
	record WantedTiers(List<Tier> tiers, String by) {

		WantedTiers {
			if (tiers == null || by == null || by.isBlank()) {
				throw new IllegalArgumentException("tiers and by are required");
			}
			if (tiers.stream().map(Tier::above).distinct().count() < tiers.size()) {
				throw new IllegalArgumentException("Two tiers are above the same amount");
			}
			tiers = List.copyOf(tiers);
		}

	}

	/**
	 * Whether a business receives a webhook when a file has ended.
	 *
	 * @param by the operator
	 */
	record WantedWebhook(boolean sent, String by) {

		WantedWebhook {
			if (by == null || by.isBlank()) {
				throw new IllegalArgumentException("by is required");
			}
		}

	}

}
