package dev.hundi.bank;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hundi.payout.Rail;
import dev.hundi.time.Timestamps;
import dev.hundi.work.DueCondition;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Banks and rails that the staff has switched off. Their payouts wait, unless another
 * bank takes the rail; no order that is at a bank changes.
 */
@Repository
public class BankSwitches {

	private static final String COLUMNS = "switch_id, bank, rail, reason, off_by, off_since";

	private final JdbcClient jdbc;

	BankSwitches(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Everything that is off, the newest first. */
	public List<OffSwitch> off() {
		return this.jdbc.sql("SELECT " + COLUMNS + " FROM bank_switch ORDER BY switch_id DESC")
			.query(BankSwitches::read)
			.list();
	}

	/** Whether something else is off than before. */
	public DueCondition whenChanged(Collection<OffSwitch> before) {
		return new DueCondition("""
				(SELECT coalesce(array_agg(switch_id ORDER BY switch_id), '{}') FROM bank_switch)
				  <> :known_switches::bigint[]
				""", Map.of("known_switches", before.stream().map(OffSwitch::switchId).sorted().toArray(Long[]::new)));
	}

	/**
	 * Switches off.
	 * @param bank null for every bank
	 * @param rail null for every rail of the bank
	 * @param reason 5 to 500 characters
	 * @param by e-mail address of the person
	 * @return false if it is off already
	 * @throws org.springframework.dao.DataIntegrityViolationException without bank and
	 * rail
	 */
	public boolean switchOff(@Nullable String bank, @Nullable Rail rail, String reason, String by) {
		return this.jdbc.sql("""
				INSERT INTO bank_switch (bank, rail, reason, off_by) VALUES (:bank, :rail, :reason, :by)
				ON CONFLICT (bank, rail) DO NOTHING
				""")
			.param("bank", bank)
			.param("rail", (rail != null) ? rail.code() : null)
			.param("reason", reason)
			.param("by", by)
			.update() == 1;
	}

	/** Switches on again; empty if it is on already. */
	public Optional<OffSwitch> switchOn(long switchId) {
		return this.jdbc.sql("DELETE FROM bank_switch WHERE switch_id = :id RETURNING " + COLUMNS)
			.param("id", switchId)
			.query(BankSwitches::read)
			.optional();
	}

	private static OffSwitch read(ResultSet row, int number) throws SQLException {
		String rail = row.getString("rail");
		return new OffSwitch(row.getLong("switch_id"), row.getString("bank"), (rail != null) ? Rail.stored(rail) : null,
				row.getString("reason"), row.getString("off_by"), Timestamps.instant(row, "off_since"));
	}

}
