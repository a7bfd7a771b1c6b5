package dev.hundi.bank;

import java.util.UUID;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BankReferenceTests {

	@Test
	void isTheSameForTheSamePayoutAndFitsIso20022() {
		UUID payout = UUID.fromString("018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11");
		assertThat(BankReference.of(payout)).isEqualTo(BankReference.of(payout)).matches("HND[0-9A-HJKMNP-TV-Z]{26}");
	}

	@Test
	void encodesEveryBitOfTheId() {
		assertThat(BankReference.of(new UUID(0, 0))).isEqualTo("HND" + "0".repeat(26));
		assertThat(BankReference.of(new UUID(0, 1))).endsWith("01");
		assertThat(BankReference.of(new UUID(-1, -1))).isEqualTo("HND7" + "Z".repeat(25));
		assertThat(BankReference.of(new UUID(1, 0))).isEqualTo("HND" + "0".repeat(13) + "G" + "0".repeat(12));
	}

}
