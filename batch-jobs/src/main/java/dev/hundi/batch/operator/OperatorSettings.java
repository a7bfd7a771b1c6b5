package dev.hundi.batch.operator;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The operators' API: {@code hundi.operator.*}.
 *
 * @param token bearer token of the operators; empty disables the API
 */
public record OperatorSettings(@DefaultValue("") String token) {

	private static final int LENGTH = 32;

	public OperatorSettings {
		if (!token.isEmpty() && (token.length() < LENGTH || !token.matches("[!-~]+"))) {
			throw new IllegalArgumentException(
					"hundi.operator.token must be empty or at least " + LENGTH + " visible ASCII characters");
		}
	}

	boolean isEnabled() {
		return !this.token.isEmpty();
	}

	@Override
	public String toString() {
		return "OperatorSettings[" + (isEnabled() ? "enabled" : "disabled") + "]";
	}

}
