package dev.hundi.beneficiary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import dev.hundi.bank.BankReference;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The checks of files accept exactly what the patterns of the API accept. */
class BeneficiaryFormsTests {

	/**
	 * Includes neighbours of the accepted ranges, and digits and letters not in ASCII.
	 */
	private static final String CHARACTERS = "0159678/:@AZ[`az{+ \n\u0660\u0966\uff11\u00c0\uff21-";

	@Test
	void accountNumbers() {
		assertAgree(BeneficiaryForms::isAccountNumber, BeneficiaryForms.ACCOUNT_NUMBER,
				List.of("12345678", "123456789", "123456789012345678", "1234567890123456789", "000000000"));
	}

	@Test
	void ifscs() {
		assertAgree(BeneficiaryForms::isIfsc, BeneficiaryForms.IFSC,
				List.of("HDFC0000001", "hdfc0AbC9z1", "HDFC1000001", "HDF00000001", "HDFC000000", "HDFC00000011"));
	}

	@Test
	void mobiles() {
		assertAgree(BeneficiaryForms::isIndianMobile, BeneficiaryForms.INDIAN_MOBILE,
				List.of("9876543210", "09876543210", "919876543210", "+919876543210", "5876543210", "19876543210",
						"929876543210", "-919876543210", "+9876543210", "0919876543210", "6000000000"));
	}

	/** Banks repeat a VPA in narrations, where it would name that payout. */
	@Test
	void vpasContainNoReferenceOfAPayout() {
		String reference = BankReference.of(UUID.fromString("018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11"));
		for (String vpa : new String[] { reference + "@upi", "a." + reference.toLowerCase(Locale.ROOT) + "-b@upi",
				"hnd0" + reference + "@upi", "a1@b" + reference }) {
			assertThat(BeneficiaryForms.VPA.matcher(vpa).matches()).as(vpa).isFalse();
			assertThat(BeneficiaryForms.KNOWN_VPA.matcher(vpa).matches()).as(vpa).isTrue();
		}
		assertThat(BeneficiaryForms.VPA.matcher(reference.replace("01", "0-") + "@upi").matches()).isTrue();
		assertThat(BeneficiaryForms.VPA.matcher("hnd.traders@okbank").matches()).isTrue();
	}

	private static void assertAgree(Predicate<String> check, Pattern pattern, List<String> seeds) {
		assertThat(seeds).anyMatch(check).anyMatch(check.negate());
		for (String text : variants(seeds)) {
			assertThat(check.test(text)).as(text).isEqualTo(pattern.matcher(text).matches());
		}
	}

	/** Each seed with one character replaced, added or removed at every place. */
	private static List<String> variants(List<String> seeds) {
		List<String> variants = new ArrayList<>(seeds);
		variants.add("");
		Random random = new Random(1);
		for (String seed : seeds) {
			for (int i = 0; i <= seed.length(); i++) {
				for (char c : CHARACTERS.toCharArray()) {
					variants.add(seed.substring(0, i) + c + seed.substring(i));
					variants.add(seed.substring(0, i) + c + seed.substring(Math.min(i + 1, seed.length())));
				}
				variants.add(seed.substring(0, i) + seed.substring(Math.min(i + 1, seed.length())));
			}
		}
		for (int i = 0; i < 2_000; i++) {
			StringBuilder text = new StringBuilder();
			for (int length = random.nextInt(20); length > 0; length--) {
				text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
			}
			variants.add(text.toString());
		}
		return variants;
	}

}
