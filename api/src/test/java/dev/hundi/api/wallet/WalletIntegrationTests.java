package dev.hundi.api.wallet;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WalletIntegrationTests {

	@Test
	void showsTheWalletWithPaiseAsStrings() {
		Merchant merchant = new Merchant();
		merchant.sql("UPDATE business SET reserve_percent = 12.50, min_balance_paise = 100 WHERE business_id = :id");

		Answer answer = merchant.send(Call.get("/v1/wallet"));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.json().path("message").isNull()).isTrue();
		assertThat(answer.data().propertyNames()).containsExactly("businessId", "businessCode", "businessName",
				"availablePaise", "reservePaise", "spendablePaise", "reservePercent", "minBalancePaise",
				"walletProvisioned");
		assertThat(answer.body()).contains("\"availablePaise\":\"0\"", "\"reservePercent\":12.5",
				"\"minBalancePaise\":\"100\"", "\"walletProvisioned\":true",
				"\"businessId\":\"" + merchant.businessId());
	}

	@Test
	void showsWalletThatIsNotOpenYet() {
		Answer answer = Merchant.withoutWallet().send(Call.get("/v1/wallet"));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.body()).contains("\"walletProvisioned\":false", "\"reservePercent\":10,");
	}

}
