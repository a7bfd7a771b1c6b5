package dev.hundi.stream.dispatch;

import java.nio.file.Path;
import java.time.Duration;

import dev.hundi.stream.iso20022.Debtor;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A bank with ISO 20022 file exchange: {@code hundi.dispatch.banks.<name>.files.*}.
 *
 * @param directory shared with the bank, for example by an SFTP server; orders are
 * written to {@code out}, status reports are read from {@code in}
 * @param debtorName holder of the debited account
 * @param debtorAccount account number
 * @param debtorIfsc IFSC of the branch
 * @param transferUser user of the process that transfers files, by name or number: its
 * files are trusted without a signature. Null if the bank signs its files
 * @param longestWait maximum time that an order waits for a file to fill
 * @param maxOrders maximum number of orders per file
 */
public record FileSettings(Path directory, String debtorName, String debtorAccount, String debtorIfsc,
		@Nullable String transferUser, @DefaultValue("1m") Duration longestWait, @DefaultValue("1000") int maxOrders) {

	private static final int MAX_ORDERS = 10_000;

	public FileSettings {
		require(directory != null && !directory.toString().isBlank(), "directory", "be set");
		require(debtorName != null && Debtor.isName(debtorName), "debtor-name", "have 1 to 140 characters");
		require(debtorAccount != null && Debtor.isAccountNumber(debtorAccount), "debtor-account",
				"have 1 to 34 letters or digits");
		require(debtorIfsc != null && Debtor.isIfsc(debtorIfsc), "debtor-ifsc", "be an IFSC");
		require(transferUser == null || !transferUser.isBlank(), "transfer-user", "be the name or number of a user");
		require(!longestWait.isNegative(), "longest-wait", "not be below zero");
		require(maxOrders >= 1 && maxOrders <= MAX_ORDERS, "max-orders", "be 1 to 10,000");
	}

	private static void require(boolean holds, String key, String rule) {
		if (!holds) {
			throw new IllegalArgumentException(key + " of hundi.dispatch.banks.<name>.files must " + rule);
		}
	}

	Debtor debtor() {
		return new Debtor(this.debtorName, this.debtorAccount, this.debtorIfsc);
	}

}
