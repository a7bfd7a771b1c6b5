package dev.hundi.portal.search;

import java.util.List;
import java.util.UUID;

import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.beneficiary.Beneficiary;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.payout.PayoutDetail;
import dev.hundi.payout.Payouts;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.wallet.WalletMovements;
import dev.hundi.webhook.WebhookLog;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Finds what a business has by any id, reference or name, or a part of it. Movements and
 * webhooks are found by the beginning of their ids, movements also by the text of those
 * without a payout: the payout leads to its movements and webhooks.
 */
@MerchantOnly
@Repository
class FindAnything {

	private static final Page FEW = new Page(10, 0);

	private final JdbcClient jdbc;

	private final Payouts payouts;

	private final Beneficiaries beneficiaries;

	private final WalletMovements movements;

	private final WebhookLog webhooks;

	FindAnything(JdbcClient jdbc, Payouts payouts, Beneficiaries beneficiaries, WalletMovements movements,
			WebhookLog webhooks) {
		this.jdbc = jdbc;
		this.payouts = payouts;
		this.beneficiaries = beneficiaries;
		this.movements = movements;
		this.webhooks = webhooks;
	}

	/**
	 * The newest hits of each kind.
	 * @param text 1 to 255 characters
	 * @param webhooks whether the person may open webhooks
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public Found find(UUID businessId, String text, boolean webhooks) {
		SearchPhrase phrase = new SearchPhrase(text);
		return new Found(this.payouts.search(businessId, phrase, FEW),
				this.beneficiaries.list(businessId, Window.ALL, null, phrase, FEW).beneficiaries(),
				files(businessId, text), movements(businessId, text),
				webhooks ? webhooks(businessId, text) : List.of());
	}

	private List<Hit> files(UUID businessId, String text) {
		return this.jdbc.sql("""
				SELECT bulk_file_id AS id, file_name AS label FROM bulk_file
				 WHERE business_id = :business
				   AND position(lower(:text) IN lower(concat_ws(E'\\n', bulk_file_id, file_name, client_reference))) > 0
				 ORDER BY bulk_file_id DESC LIMIT :limit
				""")
			.param("business", businessId)
			.param("text", text)
			.param("limit", FEW.limit())
			.query(Hit.class)
			.list();
	}

	private List<Hit> movements(UUID businessId, String text) {
		return this.movements.named(businessId, text, FEW.limit())
			.stream()
			.map((movement) -> new Hit(movement.movementId(), movement.label()))
			.toList();
	}

	private List<Hit> webhooks(UUID businessId, String text) {
		return this.webhooks.named(businessId, text, FEW.limit())
			.stream()
			.map((delivery) -> new Hit(delivery.deliveryId(), delivery.event()))
			.toList();
	}

	/** Something with an id and the text that people know it by. */
	record Hit(UUID id, String label) {
	}

	/** The hits of each kind. */
	record Found(List<PayoutDetail> payouts, List<Beneficiary> beneficiaries, List<Hit> files, List<Hit> movements,
			List<Hit> webhooks) {

		boolean isEmpty() {
			return this.payouts.isEmpty() && this.beneficiaries.isEmpty() && this.files.isEmpty()
					&& this.movements.isEmpty() && this.webhooks.isEmpty();
		}

	}

}
