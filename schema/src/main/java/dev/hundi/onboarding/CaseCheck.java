package dev.hundi.onboarding;

import java.time.Year;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.hundi.beneficiary.BeneficiaryForms;
import dev.hundi.business.Registration;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

/**
 * What a program can compare in a case, without a register: whether the numbers that a
 * business gave fit each other. A reviewer decides what a difference means.
 */
public enum CaseCheck {

	/** The fourth letter of the PAN is one of the business type. */
	PAN_OF_TYPE(Requirement.PAN) {
		@Override
		Optional<Boolean> judge(Given given) {
			BusinessType type = given.type();
			return given.value(Requirement.PAN)
				.filter((pan) -> type != null && pan.length() == 10)
				.map((pan) -> Objects.requireNonNull(type).hasPan(pan));
		}
	},

	/** The GSTIN contains the PAN. */
	GSTIN_HAS_PAN(Requirement.GSTIN) {
		@Override
		Optional<Boolean> judge(Given given) {
			return given.both(Requirement.GSTIN, Requirement.PAN,
					(gstin, pan) -> gstin.length() == 15 && gstin.substring(2, 12).equals(pan));
		}
	},

	/** The last character of the GSTIN proves the others. */
	GSTIN_CHECK_CHARACTER(Requirement.GSTIN) {
		@Override
		Optional<Boolean> judge(Given given) {
			return given.value(Requirement.GSTIN)
				.map((gstin) -> Registration.hasFormOfGstin(gstin) && Registration.hasCheckDigit(gstin));
		}
	},

	/** The GSTIN begins with the code of the state of the address. */
	GSTIN_OF_STATE(Requirement.GSTIN) {
		@Override
		Optional<Boolean> judge(Given given) {
			return given.both(Requirement.GSTIN, Requirement.STATE,
					(gstin, state) -> StateCodes.gst(state).filter(gstin::startsWith).isPresent());
		}
	},

	/** The CIN names the state of the address. */
	CIN_OF_STATE(Requirement.CIN) {
		@Override
		Optional<Boolean> judge(Given given) {
			return given.both(Requirement.CIN, Requirement.STATE,
					(cin, state) -> cin.length() == 21 && StateCodes.mca(state).contains(cin.substring(6, 8)));
		}
	},

	/** The year of incorporation in the CIN is not in the future. */
	CIN_YEAR(Requirement.CIN) {
		@Override
		Optional<Boolean> judge(Given given) {
			return given.value(Requirement.CIN)
				.map((cin) -> cin.matches(".{8}[0-9]{4}.*")
						&& Integer.parseInt(cin.substring(8, 12)) <= Year.now(India.ZONE).getValue());
		}
	},

	/** The IFSC has four letters, a zero and six letters or digits. */
	IFSC_FORM(Requirement.IFSC) {
		@Override
		Optional<Boolean> judge(Given given) {
			return given.value(Requirement.IFSC).map((ifsc) -> BeneficiaryForms.STORED_IFSC.matcher(ifsc).matches());
		}
	},

	/** The account holder is the legal entity, apart from case and punctuation. */
	HOLDER_IS_BUSINESS(Requirement.ACCOUNT_HOLDER) {
		@Override
		Optional<Boolean> judge(Given given) {
			return given.both(Requirement.ACCOUNT_HOLDER, Requirement.LEGAL_NAME,
					(holder, name) -> letters(holder).equals(letters(name)));
		}
	},

	/** The e-mail address is at the domain of the website. */
	EMAIL_AT_WEBSITE(Requirement.EMAIL) {
		@Override
		Optional<Boolean> judge(Given given) {
			return given.both(Requirement.EMAIL, Requirement.WEBSITE_URL, (email, site) -> {
				String domain = email.substring(email.indexOf('@') + 1).toLowerCase(Locale.ROOT);
				String host = site.replaceFirst("^https://", "").replaceFirst("[/:?#].*", "").toLowerCase(Locale.ROOT);
				return host.equals(domain) || host.endsWith("." + domain);
			});
		}
	};

	private final Requirement requirement;

	CaseCheck(Requirement requirement) {
		this.requirement = requirement;
	}

	/** The requirement beside which the result stands. */
	public Requirement requirement() {
		return this.requirement;
	}

	/** Empty if what it compares is not given. */
	abstract Optional<Boolean> judge(Given given);

	/** The results of all checks that have something to compare: whether it fits. */
	public static Map<CaseCheck, Boolean> of(OnboardingCase present) {
		Given given = new Given(present);
		Map<CaseCheck, Boolean> results = new EnumMap<>(CaseCheck.class);
		for (CaseCheck check : values()) {
			check.judge(given).ifPresent((fits) -> results.put(check, fits));
		}
		return results;
	}

	private static String letters(String text) {
		return text.toUpperCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
	}

	/** What the business gave. */
	record Given(OnboardingCase present) {

		@Nullable BusinessType type() {
			return this.present.businessType();
		}

		Optional<String> value(Requirement requirement) {
			return Optional.ofNullable(this.present.value(requirement));
		}

		Optional<Boolean> both(Requirement one, Requirement other, Comparison comparison) {
			return value(one).flatMap((first) -> value(other).map((second) -> comparison.fits(first, second)));
		}

	}

	/** Whether two values fit each other. */
	interface Comparison {

		boolean fits(String one, String other);

	}

}
