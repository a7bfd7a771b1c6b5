package dev.hundi.stream.dispatch;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import dev.hundi.bank.BankFileReports;
import dev.hundi.bank.BankFiles;

import org.springframework.boot.ssl.SslBundles;

/** The connectors of the banks by name. */
final class Connectors implements AutoCloseable {

	private final Map<String, BankConnector> banks = new HashMap<>();

	Connectors(Map<String, BankSettings> settings, BankFiles files, BankFileReports reports, SslBundles bundles,
			BankSignatures signatures) {
		settings.forEach((name, bank) -> this.banks.put(name, (bank.files() != null)
				? new FileBank(name, files, reports) : new JsonApiBank(new BankHttp(name, bank, bundles, signatures))));
	}

	BankConnector named(String name) {
		return Objects.requireNonNull(this.banks.get(name), name);
	}

	@Override
	public void close() {
		this.banks.values().forEach((bank) -> {
			if (bank instanceof JsonApiBank api) {
				api.close();
			}
		});
	}

}
