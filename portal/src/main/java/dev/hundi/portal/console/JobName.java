package dev.hundi.portal.console;

import java.util.Locale;

/** The jobs of batch-jobs. */
enum JobName {

	BULK_LOAD, BULK_RELEASE, WALLET_EXPORT, MONTHLY_STATEMENTS, STATEMENT_LOAD, RECONCILIATION, RECONCILIATION_DRY_RUN,
	HOUSEKEEPING;

	/** As Spring Batch records it. */
	String text() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
