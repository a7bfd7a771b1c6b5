package dev.hundi.portal.command;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

import dev.hundi.bulk.ApprovalTiers;
import dev.hundi.money.Rupees;
import dev.hundi.portal.operation.ProposeChange;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookEvent;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /commands/bulk/businesses/…}: how many people must approve the files of a
 * business, and whether its endpoints receive a webhook when a file has ended.
 */
@StaffOnly
@RestController
@RequestMapping("/commands/bulk/businesses/{business}")
class BulkCommands {

	private final ApprovalTiers tiers;

	private final ProposeChange propose;

	private final WebhookEndpoints endpoints;

	private final StaffRecord record;

	private final NamedBusinesses businesses;

	BulkCommands(ApprovalTiers tiers, ProposeChange propose, WebhookEndpoints endpoints, StaffRecord record,
			NamedBusinesses businesses) {
		this.tiers = tiers;
		this.propose = propose;
		this.endpoints = endpoints;
		this.record = record;
		this.businesses = businesses;
	}

	@GetMapping("/approval-tiers")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public List<Tier> tiers(@PathVariable String business) {
		return Tier.list(people(this.businesses.id(business)));
	}

	/** Proposes tiers in place of all others. They apply once another person approves. */
	@PostMapping("/approval-tiers")
	@PreAuthorize("@rights.confirmed('OPERATOR')")
	public Proposal propose(@PathVariable String business, @RequestBody WantedTiers wanted) {
		UUID businessId = this.businesses.id(business);
		SortedMap<Long, Integer> before = people(businessId);
		SortedMap<Long, Integer> after = new TreeMap<>();
		wanted.tiers.forEach((tier) -> after.put(tier.abovePaise(), tier.people));
		return new Proposal(this.propose.tiers(businessId, before, after, wanted.reason.strip()), Tier.list(before),
				Tier.list(after));
	}

	private SortedMap<Long, Integer> people(UUID businessId) {
		return this.tiers.of(businessId).orElseThrow(() -> CommandErrors.missing("business " + businessId));
	}

	@PostMapping("/completed-webhook")
	@Transactional
	@PreAuthorize("@rights.any('OPERATOR')")
	public WantedWebhook completion(@PathVariable String business, @RequestBody WantedWebhook wanted) {
		UUID businessId = this.businesses.id(business);
		if (!this.endpoints.subscribeAll(businessId, WebhookEvent.BULK_COMPLETED, wanted.sent)) {
			throw CommandErrors.missing("active webhook endpoint of business " + businessId);
		}
		this.record.of(businessId, "BULK_COMPLETED_WEBHOOK_SWITCHED", null, Map.of(),
				Map.of("sent", wanted.sent, "reason", wanted.reason.strip()));
		return wanted;
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

		private static List<Tier> list(SortedMap<Long, Integer> people) {
			return people.entrySet().stream().map(Tier::of).toList();
		}

		private static Tier of(Map.Entry<Long, Integer> tier) {
			return new Tier(Rupees.format(tier.getKey()), tier.getValue());
		}

		private long abovePaise() {
			return Rupees.parse(this.above).orElseThrow();
		}

	}

	/**
	 * A proposal that waits for another person.
	 *
	 * @param approvalId its id in the staff portal
	 * @param before the tiers of the business at present
	 * @param tiers those that are proposed
	 */
	record Proposal(UUID approvalId, List<Tier> before, List<Tier> tiers) {

		Proposal {
			before = List.copyOf(before);
			tiers = List.copyOf(tiers);
		}

	}

	/** All tiers of a business. */
	record WantedTiers(List<Tier> tiers, String reason) {

		WantedTiers {
			if (tiers == null) {
				throw new IllegalArgumentException("tiers is required");
			}
			if (tiers.stream().map(Tier::above).distinct().count() < tiers.size()) {
				throw new IllegalArgumentException("Two tiers are above the same amount");
			}
			tiers = List.copyOf(tiers);
			RequestCommands.requireReason(reason);
		}

	}

	/** Whether a business receives a webhook when a file has ended. */
	record WantedWebhook(boolean sent, String reason) {

		WantedWebhook {
			RequestCommands.requireReason(reason);
		}

	}

}
