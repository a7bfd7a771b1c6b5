package dev.hundi.stream.debit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.bank.PayoutKey;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.stream.kafka.PoisonMessage;
import dev.hundi.wallet.DebitOutcome;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.DebitWallets.Debited;
import dev.hundi.wallet.FirstClaims;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Debits the wallets of accepted payouts: those of a poll in one transaction, and if that
 * fails, in one transaction for each business.
 */
@Component
public class DebitAcceptedPayouts {

	private static final Logger logger = LoggerFactory.getLogger(DebitAcceptedPayouts.class);

	private final DebitWallets wallets;

	private final DebitSettings settings;

	private final AfterDebit next;

	private final MeterRegistry meters;

	DebitAcceptedPayouts(DebitWallets wallets, DebitSettings settings, AfterDebit next, MeterRegistry meters) {
		this.wallets = wallets;
		this.settings = settings;
		this.next = next;
		this.meters = meters;
	}

	/**
	 * Debits the payouts of one poll. No business blocks the others: a locked wallet is
	 * debited after them and by itself. If its debit can never succeed, its messages are
	 * returned as poison messages; if its wallet is locked for too long, its payouts are
	 * left to the sweep.
	 */
	List<PoisonMessage> handle(List<PayoutMessage> messages) {
		Map<UUID, List<PayoutMessage>> byBusiness = new LinkedHashMap<>();
		messages.forEach(
				(message) -> byBusiness.computeIfAbsent(message.businessId(), (key) -> new ArrayList<>()).add(message));
		List<PoisonMessage> poison = new ArrayList<>();
		byBusiness.keySet().retainAll(Set.copyOf(debitTogether(byBusiness)));
		byBusiness.forEach((businessId, ofBusiness) -> {
			try {
				debit(businessId, ofBusiness.stream().map(PayoutMessage::payoutId).distinct().toList());
			}
			catch (PessimisticLockingFailureException ex) {
				logger.warn("The wallet of business {} is locked; {} payouts are left to the sweep", businessId,
						ofBusiness.size());
				this.meters.counter("hundi.debits", "outcome", "postponed").increment(ofBusiness.size());
			}
			catch (IllegalStateException | DataIntegrityViolationException ex) {
				logger.error("Failed to debit payouts of business {}", businessId, ex);
				ofBusiness.forEach((message) -> poison.add(new PoisonMessage(message.eventId(), reason(ex))));
			}
		});
		return poison;
	}

	/** Returns the businesses whose payouts were not tried or failed. */
	private Set<UUID> debitTogether(Map<UUID, List<PayoutMessage>> byBusiness) {
		if (byBusiness.size() < 2) {
			return byBusiness.keySet();
		}
		Map<UUID, List<UUID>> payoutIds = new LinkedHashMap<>();
		byBusiness.forEach((businessId, messages) -> payoutIds.put(businessId,
				messages.stream().map(PayoutMessage::payoutId).distinct().toList()));
		try (AfterDebit.Group group = this.next.begin(payoutIds.values().stream().mapToInt(List::size).sum())) {
			Debited debited = this.wallets.debit(payoutIds, group);
			count(debited.outcome());
			Set<UUID> passedOver = debited.passedOver();
			group.debited(payoutIds.entrySet()
				.stream()
				.filter((business) -> !passedOver.contains(business.getKey()))
				.flatMap((business) -> keys(business.getKey(), business.getValue()))
				.toList(), debited.orders());
			return passedOver;
		}
		catch (PessimisticLockingFailureException | IllegalStateException | DataIntegrityViolationException ex) {
			logger.warn("Failed to debit {} businesses together; debiting each by itself", byBusiness.size(), ex);
			return byBusiness.keySet();
		}
	}

	/**
	 * Debits payouts of one business, {@code hundi.debit.batch-size} per transaction, and
	 * dispatches them.
	 */
	public void debit(UUID businessId, List<UUID> payoutIds) {
		for (int from = 0; from < payoutIds.size(); from += this.settings.batchSize()) {
			int to = Math.min(payoutIds.size(), from + this.settings.batchSize());
			debitBatch(businessId, payoutIds.subList(from, to));
		}
	}

	private void debitBatch(UUID businessId, List<UUID> payoutIds) {
		try (AfterDebit.Group group = this.next.begin(payoutIds.size())) {
			Debited debited = debitBatch(businessId, payoutIds, group);
			count(debited.outcome());
			group.debited(keys(businessId, payoutIds).toList(), debited.orders());
		}
	}

	/** A claim that the database refuses does not prevent the debit. */
	private Debited debitBatch(UUID businessId, List<UUID> payoutIds, FirstClaims claims) {
		try {
			return this.wallets.debit(businessId, payoutIds, claims);
		}
		catch (DataIntegrityViolationException ex) {
			logger.warn("Failed to debit and claim payouts of business {}; claiming them later", businessId, ex);
			return this.wallets.debit(businessId, payoutIds, FirstClaims.NONE);
		}
	}

	/** Businesses with queued payouts that may fit. */
	public List<UUID> queuesToTry() {
		return this.wallets.queuesToTry();
	}

	/** Debits the queued payouts of a business that fit, oldest first. */
	public void tryQueue(UUID businessId) {
		count(this.wallets.tryQueue(businessId, this.settings.batchSize()));
	}

	private void count(DebitOutcome outcome) {
		this.meters.counter("hundi.debits", "outcome", "debited").increment(outcome.debited());
		this.meters.counter("hundi.debits", "outcome", "refused").increment(outcome.refused());
	}

	private static Stream<PayoutKey> keys(UUID businessId, List<UUID> payoutIds) {
		return payoutIds.stream().map((payoutId) -> new PayoutKey(businessId, payoutId));
	}

	private static String reason(RuntimeException ex) {
		return (ex.getMessage() != null) ? ex.getMessage() : ex.getClass().getSimpleName();
	}

}
