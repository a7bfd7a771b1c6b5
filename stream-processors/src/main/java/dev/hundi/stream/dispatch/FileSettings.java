package dev.hundi.stream.dispatch;

import java.nio.file.Path;
import java.time.Duration;

import dev.hundi.stream.iso20022.Debtor;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A bank that is spoken to in ISO 20022 files:
 * {@code hundi.dispatch.banks.<name>.files.*}.
 *
 * @param directory shared with the bank, as by an SFTP server; orders go to {@code out},
 * what the bank says comes in {@code in}
 * @param debtorName holder of the account that is paid from
 * @param debtorAccount its number
 * @param debtorIfsc its branch
 * @param longestWait of an order for others to go with
 * @param maxOrders of one file
 */
public record FileSettings(Path directory, String debtorName, String debtorAccount, String debtorIfsc,
		@DefaultValue("1m") Duration longestWait, @DefaultValue("1000") int maxOrders) {

	public FileSettings {
		if (longestWait.isNegative() || maxOrders < 1 || maxOrders > 10_000) {
			throw new IllegalArgumentException(
					"longest-wait of hundi.dispatch.banks must not be below zero, max-orders must be 1 to 10,000");
		}
	}

	Debtor debtor() {
		return new Debtor(this.debtorName, this.debtorAccount, this.debtorIfsc);
	}

}
