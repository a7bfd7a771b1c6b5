package dev.hundi.stream.dispatch;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The connectors of the banks that speak the JSON API, by their names.
 */
final class JsonApiBanks implements AutoCloseable {

	private final Map<String, JsonApiBank> banks = new HashMap<>();

	JsonApiBanks(Map<String, BankSettings> settings) {
		settings.forEach((name, bank) -> this.banks.put(name, new JsonApiBank(bank)));
	}

	JsonApiBank named(String name) {
		return Objects.requireNonNull(this.banks.get(name), name);
	}

	@Override
	public void close() {
		this.banks.values().forEach(JsonApiBank::close);
	}

}
