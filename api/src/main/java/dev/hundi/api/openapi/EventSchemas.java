package dev.hundi.api.openapi;

import java.util.List;

import dev.hundi.api.json.Schema;
import dev.hundi.payout.HoldReason;
import dev.hundi.payout.Rail;
import dev.hundi.payout.ResponseCode;
import dev.hundi.webhook.WebhookEvent;
import tools.jackson.databind.node.ObjectNode;

import static java.util.Arrays.stream;

/**
 * The bodies of webhooks, and the path items of those beyond docs/specification.md.
 */
public final class EventSchemas {

	private static final String SUBSCRIBED = " Sent to endpoints that subscribe to it.";

	private static final String BUSINESS = "0199a9f0-1111-7aaa-8bbb-0c1d2e3f4a5b";

	private static final Schema PAYOUT = payload("PayoutEventWebhook", "0199aa10-8a44-7e12-9b3c-6d7e8f9a0b1c",
			List.of(WebhookEvent.QUEUED, WebhookEvent.RELEASED, WebhookEvent.CANCELLED, WebhookEvent.RETURNED),
			PayoutWebhook.data(Schema.oneOf("Status: 3, 4 or 12.", 3, 4, 12).example(3), ResponseCode.INITIATED, null)
				.field("holdReason",
						Schema
							.oneOf("What it waits or waited for; null for Cancelled and Returned.",
									stream(HoldReason.values()).map(HoldReason::name).toList())
							.orNull()
							.example("APPROVAL")));

	private static final Schema BENEFICIARY = payload("BeneficiaryVerifiedWebhook",
			"0199aa11-1b55-7f23-8c4d-7e8f9a0b1c2d", List.of(WebhookEvent.BENEFICIARY_VERIFIED),
			Schema.object("The result of a verification of a beneficiary.")
				.field("timestamp", Schema.time("Time of the result.").example("2026-11-21T08:15:31.204Z"))
				.field("businessId", Schema.uuid("Id of the business.").example(BUSINESS))
				.field("beneficiaryId",
						Schema.uuid("Id of the beneficiary.").example("0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f"))
				.field("verificationId",
						Schema.uuid("Id of the verification.").example("0199aa11-0a44-7e12-9b3c-6d7e8f9a0b1c"))
				.field("result",
						Schema
							.oneOf("How the name at the bank compares.",
									List.of("MATCH", "CLOSE", "MISMATCH", "UNAVAILABLE"))
							.example("MATCH"))
				.field("score", Schema.integer("0 to 100; null for UNAVAILABLE.").orNull().example(97)));

	private static final Schema LOW_BALANCE = payload("LowBalanceWebhook", "0199aa12-2c66-7034-9d5e-8f9a0b1c2d3e",
			List.of(WebhookEvent.LOW_BALANCE),
			Schema.object("The wallet after the movement that crossed the line.")
				.field("timestamp", Schema.time("Time of the movement.").example("2026-11-21T08:15:31.204Z"))
				.field("businessId", Schema.uuid("Id of the business.").example(BUSINESS))
				.field("balancePaise", Schema.paise("Balance.").example("4950000"))
				.field("lowBalancePaise", Schema.paise("The line that you have set.").example("5000000")));

	private static final Schema BANK = payload("BankWebhook", "0199aa13-3d77-7145-8e6f-9a0b1c2d3e4f",
			List.of(WebhookEvent.BANK_DOWN, WebhookEvent.BANK_UP),
			Schema.object("An outage of a bank that Hundi pays through.")
				.field("timestamp", Schema.time("Time of the event.").example("2026-11-21T08:15:31.204Z"))
				.field("outageId",
						Schema.uuid("The same in BankDown and BankUp of an outage.")
							.example("0199aa13-3d70-7144-8d5e-8f9a0b1c2d3e"))
				.field("transactionTypes",
						Schema
							.arrayOf(Schema.oneOf("Rail.", stream(Rail.values()).map(Rail::code).toList()),
									"Rails that the bank pays.")
							.example(List.of("I", "N")))
				.field("downSince", Schema.time("Start of the outage.").example("2026-11-21T08:15:31.204Z")));

	/** The body of any webhook but test events. */
	public static final Schema ANY = Schema
		.oneOf("An event, as its webhook reports it.", PayoutWebhook.PAYLOAD, PAYOUT, BENEFICIARY, LOW_BALANCE, BANK,
				BulkWebhook.PAYLOAD)
		.example(PayoutWebhook.PAYLOAD.example());

	private EventSchemas() {
	}

	static void write(ObjectNode webhooks, Components components) {
		webhooks.set("payoutEvent", Webhook.write(components, "payoutEventWebhook", "A payout waits, or comes back",
				"`Queued`: it waits for an approval, its time or a higher balance. `Released`: it waits no longer. `Cancelled`: "
						+ "it was cancelled, rejected or not approved in time, or its beneficiary was archived before its release, "
						+ "without a movement; `responseCode` says which. "
						+ "`Returned`: it was paid and the bank returned the money, or found that it had not paid. `Failed` reports "
						+ "the last two as well." + SUBSCRIBED,
				PAYOUT));
		webhooks.set("beneficiaryVerified",
				Webhook.write(components, "beneficiaryVerifiedWebhook", "A beneficiary is verified",
						"Sent when a verification of a beneficiary has its result." + SUBSCRIBED, BENEFICIARY));
		webhooks.set("lowBalance",
				Webhook.write(components, "lowBalanceWebhook", "The balance is low",
						"Sent each time the balance falls below the line that is set on the Wallet page of the portal."
								+ SUBSCRIBED,
						LOW_BALANCE));
		webhooks.set("bank", Webhook.write(components, "bankWebhook", "A bank is down, or up again",
				"`BankDown`: payments reach the bank no longer; payouts on its rails wait unless another bank takes them. "
						+ "`BankUp`: they reach it again, or are sent to others for good." + SUBSCRIBED,
				BANK));
	}

	private static Schema payload(String name, String id, List<WebhookEvent> events, Schema data) {
		return Schema.object("")
			.named(name)
			.field("payoutWebhookId", Webhook.ID.example(id))
			.field("event",
					Schema.oneOf("What happened.", events.stream().map(WebhookEvent::code).toList())
						.example(events.getFirst().code()))
			.field("data", data);
	}

}
