package dev.hundi.onboarding;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import dev.hundi.beneficiary.BeneficiaryForms;
import dev.hundi.business.Registration;
import org.jspecify.annotations.Nullable;

/** The checks of fields that need no person. */
public final class FieldRules {

	static final int MIN_DESCRIPTION = 100;

	private static final int MAX_URL = 500;

	private static final Pattern PAN = Pattern.compile("[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]");

	private static final Pattern CIN = Pattern.compile("[LU][0-9]{5}[A-Z]{2}(?:18|19|20)[0-9]{2}[A-Z]{3}[0-9]{6}");

	private static final Pattern HOST = Pattern
		.compile("(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]");

	/** Names that never lead to a public site (RFC 2606, RFC 6761, RFC 6762). */
	private static final Set<String> PRIVATE_SUFFIXES = Set.of("localhost", "local", "localdomain", "internal", "lan",
			"home", "corp", "test", "invalid", "onion");

	/** GST state codes: 1 to 38, 97 other territory, 99 centre. */
	private static final int LAST_STATE_CODE = 38;

	private static final Map<Requirement, Integer> MAX_LENGTH = Map.of(Requirement.LEGAL_NAME, 200,
			Requirement.DESCRIPTION, 2000, Requirement.ADDRESS_LINE, 200, Requirement.CITY, 60,
			Requirement.ACCOUNT_HOLDER, 200);

	/** States and union territories. */
	public static final List<String> STATES = List.of("Andaman and Nicobar Islands", "Andhra Pradesh",
			"Arunachal Pradesh", "Assam", "Bihar", "Chandigarh", "Chhattisgarh",
			"Dadra and Nagar Haveli and Daman and Diu", "Delhi", "Goa", "Gujarat", "Haryana", "Himachal Pradesh",
			"Jammu and Kashmir", "Jharkhand", "Karnataka", "Kerala", "Ladakh", "Lakshadweep", "Madhya Pradesh",
			"Maharashtra", "Manipur", "Meghalaya", "Mizoram", "Nagaland", "Odisha", "Puducherry", "Punjab", "Rajasthan",
			"Sikkim", "Tamil Nadu", "Telangana", "Tripura", "Uttar Pradesh", "Uttarakhand", "West Bengal");

	private FieldRules() {
	}

	/**
	 * A value as it is stored: without surrounding and repeated spaces, numbers without
	 * spaces, codes in capital letters.
	 */
	public static String normalized(Requirement field, String text) {
		String stripped = text.replace('\u00a0', ' ').strip();
		return switch (field) {
			case PAN, GSTIN, CIN, IFSC -> stripped.replace(" ", "").toUpperCase(Locale.ROOT);
			case PHONE, ACCOUNT_NUMBER, POSTAL_CODE -> stripped.replaceAll("[ -]", "");
			case DESCRIPTION -> stripped.replaceAll("\\r\\n?", "\n");
			default -> stripped.replaceAll("\\s+", " ");
		};
	}

	/**
	 * Checks a normalized value.
	 * @param pan the PAN of the business, if it is known
	 */
	public static Optional<FieldProblem> check(Requirement field, String value, @Nullable BusinessType type,
			@Nullable String pan) {
		if (field.isDocument()) {
			throw new IllegalArgumentException(field + " is no field");
		}
		if (value.isEmpty()) {
			return Optional.of(FieldProblem.EMPTY);
		}
		return Optional.ofNullable(problem(field, value, type, pan));
	}

	private static @Nullable FieldProblem problem(Requirement field, String value, @Nullable BusinessType type,
			@Nullable String pan) {
		return switch (field) {
			case BUSINESS_TYPE -> form(isBusinessType(value));
			case EMAIL ->
				form(value.length() <= BeneficiaryForms.MAX_EMAIL && BeneficiaryForms.EMAIL.matcher(value).matches());
			case PHONE -> form(BeneficiaryForms.INDIAN_MOBILE.matcher(value).matches());
			case PAN -> pan(value, type);
			case GSTIN -> gstin(value, pan);
			case CIN -> form(CIN.matcher(value).matches());
			case WEBSITE_URL, REFUND_POLICY_URL -> url(value);
			case STATE -> form(STATES.contains(value));
			case POSTAL_CODE -> form(value.matches("[1-9][0-9]{5}"));
			case ACCOUNT_NUMBER -> form(BeneficiaryForms.ACCOUNT_NUMBER.matcher(value).matches());
			case IFSC -> form(BeneficiaryForms.STORED_IFSC.matcher(value).matches());
			default -> text(field, value);
		};
	}

	private static @Nullable FieldProblem text(Requirement field, String value) {
		if (value.length() > MAX_LENGTH.getOrDefault(field, 200)) {
			return FieldProblem.TOO_LONG;
		}
		if (value.chars().anyMatch((character) -> Character.isISOControl(character) && character != '\n')) {
			return FieldProblem.FORM;
		}
		if (field == Requirement.DESCRIPTION && value.codePointCount(0, value.length()) < MIN_DESCRIPTION) {
			return FieldProblem.TOO_SHORT;
		}
		return form(field == Requirement.DESCRIPTION || value.codePoints().anyMatch(Character::isLetterOrDigit));
	}

	private static @Nullable FieldProblem pan(String value, @Nullable BusinessType type) {
		if (!PAN.matcher(value).matches()) {
			return FieldProblem.FORM;
		}
		return (type == null || type.hasPan(value)) ? null : FieldProblem.PAN_OF_OTHER_TYPE;
	}

	private static @Nullable FieldProblem gstin(String value, @Nullable String pan) {
		if (!Registration.hasFormOfGstin(value)) {
			return FieldProblem.FORM;
		}
		int state = Integer.parseInt(value.substring(0, 2));
		if (state == 0 || (state > LAST_STATE_CODE && state != 97 && state != 99)) {
			return FieldProblem.STATE_CODE;
		}
		if (!Registration.hasCheckDigit(value)) {
			return FieldProblem.CHECK_CHARACTER;
		}
		return (pan == null || value.substring(2, 12).equals(pan)) ? null : FieldProblem.OTHER_PAN;
	}

	private static @Nullable FieldProblem url(String value) {
		if (value.length() > MAX_URL) {
			return FieldProblem.TOO_LONG;
		}
		URI uri;
		try {
			uri = new URI(value);
		}
		catch (URISyntaxException ex) {
			return FieldProblem.FORM;
		}
		if (!"https".equalsIgnoreCase(uri.getScheme())) {
			return FieldProblem.NOT_HTTPS;
		}
		String host = uri.getHost();
		if (host == null || uri.getRawUserInfo() != null) {
			return FieldProblem.FORM;
		}
		String name = host.toLowerCase(Locale.ROOT);
		return (HOST.matcher(name).matches() && !PRIVATE_SUFFIXES.contains(name.substring(name.lastIndexOf('.') + 1)))
				? null : FieldProblem.NOT_PUBLIC;
	}

	private static boolean isBusinessType(String value) {
		return Arrays.stream(BusinessType.values()).anyMatch((type) -> type.name().equals(value));
	}

	private static @Nullable FieldProblem form(boolean matches) {
		return matches ? null : FieldProblem.FORM;
	}

}
