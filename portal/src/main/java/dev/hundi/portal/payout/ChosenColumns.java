package dev.hundi.portal.payout;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The columns of the list of payouts, as each person chose them. */
@MerchantOnly
@Repository
class ChosenColumns {

	private final JdbcClient jdbc;

	private final CurrentPerson current;

	ChosenColumns(JdbcClient jdbc, CurrentPerson current) {
		this.jdbc = jdbc;
		this.current = current;
	}

	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public Set<PayoutColumn> present() {
		List<String> names = this.jdbc.sql("SELECT unnest(columns) FROM payout_columns WHERE person_id = :person")
			.param("person", this.current.get().personId())
			.query(String.class)
			.list();
		Set<PayoutColumn> columns = EnumSet.noneOf(PayoutColumn.class);
		Arrays.stream(PayoutColumn.values()).filter((column) -> names.contains(column.name())).forEach(columns::add);
		return columns.isEmpty() ? PayoutColumn.USUAL : columns;
	}

	/** Keeps a choice; the usual columns for none. */
	@Transactional
	@PreAuthorize(Rights.READS_MONEY)
	public void choose(Collection<PayoutColumn> columns) {
		Collection<PayoutColumn> kept = columns.isEmpty() ? PayoutColumn.USUAL : columns;
		this.jdbc.sql("""
				INSERT INTO payout_columns (person_id, columns) VALUES (:person, :columns)
				ON CONFLICT (person_id) DO UPDATE SET columns = excluded.columns
				""")
			.param("person", this.current.get().personId())
			.param("columns", kept.stream().map(Enum::name).collect(Collectors.toSet()).toArray(String[]::new))
			.update();
	}

}
