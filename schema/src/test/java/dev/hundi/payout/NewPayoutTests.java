package dev.hundi.payout;

import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class NewPayoutTests {

	/** One character for people and PostgreSQL, two for Java. */
	private static final String RUPEE_BAG = "\uD83D\uDCB0";

	@Test
	void countsCharactersOfReferencesLikeTheDatabase() {
		assertThat(payout(100, null, RUPEE_BAG.repeat(128)).merchantReferenceId()).hasSize(256);
		assertThatIllegalArgumentException().isThrownBy(() -> payout(100, null, RUPEE_BAG.repeat(129)));
		assertThatIllegalArgumentException().isThrownBy(() -> payout(100, null, "x".repeat(129)));
		assertThatIllegalArgumentException().isThrownBy(() -> payout(100, null, ""));
	}

	@Test
	void rejectsInvalidAmountsAndKeys() {
		assertThatIllegalArgumentException().isThrownBy(() -> payout(0, null, null));
		assertThatIllegalArgumentException().isThrownBy(() -> payout(100, "", null));
		assertThatIllegalArgumentException().isThrownBy(() -> payout(100, "k".repeat(256), null));
	}

	private static NewPayout payout(long amountPaise, @Nullable String idempotencyKey, @Nullable String reference) {
		return new NewPayout(UUID.randomUUID(), "pk_test", "nonce", idempotencyKey, UUID.randomUUID(), Rail.IMPS,
				amountPaise, new Charge(0, 0), reference);
	}

}
