package dev.hundi.bank;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.payout.Rail;
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

	@Test
	void namesItsPayout() {
		for (UUID payout : new UUID[] { new UUID(0, 0), new UUID(0, 1), new UUID(1, 0), new UUID(-1, -1),
				UUID.fromString("018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11") }) {
			assertThat(BankReference.payoutOf(BankReference.of(payout))).contains(payout);
		}
		assertThat(BankReference.payoutOf("HND8" + "0".repeat(25))).as("more than 128 bits").isEmpty();
		assertThat(BankReference.payoutOf("HNF" + "0".repeat(26))).isEmpty();
	}

	@Test
	void isRecognisedByItsForm() {
		String reference = BankReference.of(UUID.fromString("018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11"));
		assertThat(BankReference.isReference(reference)).isTrue();
		assertThat(BankReference.isReference(reference + "0")).isFalse();
		assertThat(BankReference.isReference(reference.substring(1))).isFalse();
		assertThat(BankReference.isReference(reference.replace("HND", "HNE"))).isFalse();
		assertThat(BankReference.isReference("HND" + "O".repeat(26))).isFalse();
		assertThat(BankReference.findIn("NEFT/" + reference + "/Ravi")).isEqualTo(reference);
		assertThat(BankReference.findIn("HND " + reference)).isEqualTo(reference);
		assertThat(BankReference.findIn("X" + reference)).isNull();
	}

	/** Banks repeat what merchants write in the narrations of payments and returns. */
	@Test
	void isInNoTextOfAMerchantThatABankGets() {
		UUID payout = UUID.fromString("018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11");
		String reference = BankReference.of(payout);
		assertThat(BankReference.without("Rent " + reference)).isEqualTo("Rent HND " + reference.substring(4));
		assertThat(BankReference.without("HND of November, twenty nine")).isEqualTo("HND of November, twenty nine");
		for (String text : new String[] { reference, "a" + reference, reference.toLowerCase(Locale.ROOT),
				"HND0" + reference, "HND" + reference, reference + reference, reference + " " + reference }) {
			PaymentOrder order = new PaymentOrder(new Attempt(new PayoutKey(payout, payout), 1), reference, Rail.NEFT,
					1, text, "123456789012", "SBOX0000001", null, "TXN", text, false);
			BankFile.Order inFile = new BankFile.Order(reference, 1, text, "123456789012", "SBOX0000001", text);
			assertThat(
					List.of(order.beneficiaryName(), order.remittance(), inFile.beneficiaryName(), inFile.remittance()))
				.allSatisfy((sent) -> {
					assertThat(BankReference.findIn(sent.toUpperCase(Locale.ROOT))).isNull();
					assertThat(sent).hasSameSizeAs(text);
				});
			assertThat(order.reference()).isEqualTo(inFile.reference()).isEqualTo(reference);
		}
	}

	/** Texts of few letters, so that many have a reference or almost one. */
	@Test
	void isFoundWhereThePatternFindsIt() {
		Pattern pattern = Pattern.compile("(?<![0-9A-Z])HND[0-9A-HJKMNP-TV-Z]{26}(?![0-9A-Z])");
		String[] parts = { "HND", "0".repeat(26), "ABCDEFGHJKMNPQRSTVWXYZ0123", "H", "I", "u", " ", "/", "HND7",
				"\u0130" };
		Random random = new Random(1);
		int found = 0;
		for (int i = 0; i < 100_000; i++) {
			StringBuilder text = new StringBuilder();
			for (int part = random.nextInt(8); part > 0; part--) {
				text.append(parts[random.nextInt(parts.length)]);
			}
			Matcher matcher = pattern.matcher(text);
			String expected = matcher.find() ? matcher.group() : null;
			assertThat(BankReference.findIn(text.toString())).as("%s", text).isEqualTo(expected);
			assertThat(BankReference.isReference(text.toString())).as("%s", text)
				.isEqualTo(pattern.matcher(text).matches());
			assertThat(BankReference.findIn(BankReference.without(text.toString()))).as("%s", text).isNull();
			found += (expected != null) ? 1 : 0;
		}
		assertThat(found).isGreaterThan(1_000);
	}

}
