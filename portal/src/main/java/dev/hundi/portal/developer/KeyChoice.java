package dev.hundi.portal.developer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hundi.business.KeyRules;
import dev.hundi.business.KeyScope;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The rules that a person chose for a new key.
 *
 * @param scopes names, sorted
 * @param validDays days from its creation until it expires; null for a key that does not
 */
record KeyChoice(List<String> scopes, int leastSignatureVersion, @Nullable Integer validDays) {

	/** The choices of the form. */
	static final List<Integer> VALID_DAYS = List.of(30, 90, 365);

	private static final JsonMapper json = JsonMapper.builder().build();

	static KeyChoice of(Set<KeyScope> scopes, boolean onlyVersion2, @Nullable Integer validDays) {
		return new KeyChoice(scopes.stream().map(KeyScope::name).sorted().toList(), onlyVersion2 ? 2 : 1, validDays);
	}

	static KeyChoice parse(String content) {
		return json.readValue(content, KeyChoice.class);
	}

	String content() {
		return json.writeValueAsString(this);
	}

	KeyRules rules(Instant now) {
		return new KeyRules(this.scopes.stream().map(KeyScope::valueOf).collect(Collectors.toSet()),
				this.leastSignatureVersion,
				(this.validDays != null) ? now.plus(Duration.ofDays(this.validDays)) : null);
	}

}
