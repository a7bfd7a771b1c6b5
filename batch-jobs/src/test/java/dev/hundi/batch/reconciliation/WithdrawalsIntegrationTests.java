package dev.hundi.batch.reconciliation;

import org.junit.jupiter.api.Nested;

/**
 * Half of the tests of reconciliation, apart from {@link ReconciliationIntegrationTests},
 * so that two JVMs can run them.
 */
class WithdrawalsIntegrationTests extends SharedBooks {

	@Nested
	class WithdrawnStatements extends WithdrawnStatementsIntegrationTests {

		WithdrawnStatements() {
			super(WithdrawalsIntegrationTests.this.books, WithdrawalsIntegrationTests.this.api);
		}

	}

}
