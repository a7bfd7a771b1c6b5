package dev.hundi.sandbox.bank.ledger;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LedgerReaderTests {

	@Test
	void readsPaymentsFromFilesWithoutScanningAllPayments() throws SQLException {
		try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
			BankLedger.prepare(connection);
			List<String> steps = new ArrayList<>();
			try (PreparedStatement plan = connection.prepareStatement("EXPLAIN QUERY PLAN " + LedgerReader.UNREPORTED);
					ResultSet rows = plan.executeQuery()) {
				while (rows.next()) {
					steps.add(rows.getString("detail"));
				}
			}
			assertThat(steps).contains("SCAN file_payment")
				.anySatisfy((step) -> assertThat(step).startsWith("SEARCH payment USING INDEX"));
		}
	}

}
