package dev.hundi.sandbox;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.sandbox.client.Reply;
import dev.hundi.sandbox.receiver.ReceivedWebhook;
import dev.hundi.sandbox.receiver.WebhookReceiver;
import dev.hundi.sandbox.server.ChildProcess;
import dev.hundi.sandbox.server.StartFailedException;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One real payout from the signed request to the webhook of the merchant, printed with
 * its times. A new sandbox is ready only if this succeeds.
 */
final class FirstPayout {

	private static final Duration inANewSandbox = Duration.ofMinutes(2);

	/** Enough for a payout that succeeds, and short for a wait that may be in vain. */
	private static final Duration inAUsedSandbox = Duration.ofSeconds(20);

	private final MerchantClient merchant;

	private final WebhookReceiver receiver;

	private Duration atMost = inANewSandbox;

	FirstPayout(MerchantClient merchant, WebhookReceiver receiver) {
		this.merchant = merchant;
		this.receiver = receiver;
	}

	/**
	 * Pays ₹1,500 and prints the timeline.
	 * @throws StartFailedException if it does not become Successful or a webhook is
	 * missing
	 */
	void run(String businessName, PrintStream out) {
		Reply accepted = this.merchant
			.postPayout(UUID.randomUUID().toString(), Map.of("beneficiaryId", beneficiary(), "amount", "1500.00",
					"transactionType", "I", "merchantReferenceId", "FIRST-" + System.currentTimeMillis()))
			.expect(200);
		String payout = accepted.data().path("payoutTransactionId").asString();
		JsonNode record = awaitTerminal(payout);
		if (record.path("status").asInt() != 11) {
			throw new StartFailedException("The first payout failed: " + record);
		}
		List<ReceivedWebhook> webhooks = awaitWebhooks(payout);
		JsonNode events = this.merchant.get("/v1/payouts/" + payout + "/status-events").expect(200).data();
		out.printf("%n  A payout of ₹1,500.00 over IMPS by %s, %s, UTR %s%n", businessName,
				record.path("transactionId").asString(), record.path("utr").asString());
		Instant begin = Instant.parse(events.get(0).path("createdAt").asString());
		for (JsonNode event : events) {
			out.printf("  %8s  %2d  %-18s %s%n", offset(begin, event.path("createdAt").asString()),
					event.path("status").asInt(), event.path("stage").asString(),
					event.path("responseMessage").asString());
		}
		for (ReceivedWebhook webhook : webhooks) {
			out.printf("  %8s  webhook %s received, signatures %s%n", offset(begin, webhook.receivedAt()),
					event(webhook), Boolean.TRUE.equals(webhook.verified()) ? "verified" : "NOT VERIFIED");
		}
	}

	/**
	 * As {@link #run}, for a sandbox that was used before, where a failure is only
	 * printed. A person may have revoked the API key, switched the rail off, required
	 * approvals or emptied the wallet.
	 */
	void runIfPossible(String businessName, PrintStream out) {
		this.atMost = inAUsedSandbox;
		try {
			run(businessName, out);
		}
		catch (RuntimeException ex) {
			LoggerFactory.getLogger(FirstPayout.class).warn("The payout of this start was not successful", ex);
			out.printf("%n  The payout of ₹1,500.00 by %s was not successful: %s%n", businessName, ex.getMessage());
			out.println("  Data of earlier starts may be the reason, such as a revoked key, a rule or an empty wallet;"
					+ " ./hundi up --fresh starts without it.");
		}
	}

	/** Created at the first start, found at later ones. */
	private String beneficiary() {
		Reply reply = this.merchant.post("/v1/beneficiaries", Map.of("name", "Ramesh Kumar", "phoneNumber",
				"9876543210", "accountNumber", "026291800001191", "ifsc", "YESB0000262"));
		if (reply.status() != 409) {
			reply.expect(201);
		}
		return reply.data().path("beneficiaryId").asString();
	}

	private JsonNode awaitTerminal(String payout) {
		long deadline = System.nanoTime() + this.atMost.toNanos();
		while (true) {
			JsonNode record = this.merchant.get("/v1/payouts/" + payout).expect(200).data().get(0);
			int status = record.path("status").asInt();
			if (status == 11 || status == 12) {
				return record;
			}
			if (System.nanoTime() > deadline) {
				throw new StartFailedException(
						"The first payout is not settled after %d s: %s".formatted(this.atMost.toSeconds(), record));
			}
			ChildProcess.pause();
		}
	}

	/** Initiated and Successful. */
	private List<ReceivedWebhook> awaitWebhooks(String payout) {
		long deadline = System.nanoTime() + this.atMost.toNanos();
		while (true) {
			List<ReceivedWebhook> webhooks = this.receiver.received(payout);
			if (webhooks.stream().map(FirstPayout::event).distinct().count() >= 2) {
				return webhooks;
			}
			if (System.nanoTime() > deadline) {
				throw new StartFailedException("Webhooks of the first payout were not received within %d s; only %s"
					.formatted(this.atMost.toSeconds(), webhooks.stream().map(FirstPayout::event).toList()));
			}
			ChildProcess.pause();
		}
	}

	private static String event(ReceivedWebhook webhook) {
		return JsonMapper.shared().readTree(webhook.body()).path("event").asString();
	}

	private static String offset(Instant begin, String time) {
		return "+%d ms".formatted(Duration.between(begin, Instant.parse(time)).toMillis());
	}

}
