package dev.hundi.portal.console;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.bank.BankHealth;
import dev.hundi.bank.BankSwitches;
import dev.hundi.payout.OpenPayouts;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The first page of the console: how much waits where. */
@StaffOnly
@Controller
class ConsoleEndpoint {

	/** More are not counted. */
	private static final int MAX_COUNTED = 1_000;

	private static final Duration STUCK = Duration.ofMinutes(15);

	private final JdbcClient jdbc;

	private final OpenPayouts stuck;

	private final BankHealth banks;

	private final BankSwitches switches;

	ConsoleEndpoint(JdbcClient jdbc, OpenPayouts stuck, BankHealth banks, BankSwitches switches) {
		this.jdbc = jdbc;
		this.stuck = stuck;
		this.banks = banks;
		this.switches = switches;
	}

	@GetMapping("/console")
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(Model model) {
		Instant now = Instant.now();
		List<Part> parts = new ArrayList<>();
		parts.add(new Part("reviews", count("SELECT FROM manual_review")));
		parts.add(new Part("stuck", this.stuck.count(now.minus(STUCK), MAX_COUNTED)));
		parts.add(new Part("banks",
				(int) BankView.of(this.banks.reports(), this.switches.off(), now)
					.stream()
					.filter(BankView::isDisturbed)
					.count()));
		parts.add(new Part("calendar", count("SELECT FROM bank_calendar_change WHERE decision IS NULL")));
		parts.add(new Part("webhooks", count("""
				SELECT FROM webhook_endpoint_failure f JOIN webhook_endpoint e USING (endpoint_id)
				 WHERE f.parked_until IS NOT NULL AND e.active
				""")));
		parts.add(new Part("exports", count("SELECT FROM wallet_export WHERE status = 'FAILED'")));
		parts.add(new Part("jobs", count("""
				SELECT FROM batch_job_execution e
				 WHERE status = 'FAILED' AND NOT EXISTS (
				   SELECT FROM batch_job_execution l
				    WHERE l.job_instance_id = e.job_instance_id AND l.job_execution_id > e.job_execution_id)
				""")));
		parts.add(new Part("dead-letters", null));
		model.addAttribute("parts", parts);
		model.addAttribute("maxCounted", MAX_COUNTED);
		return "console/console";
	}

	private int count(String rows) {
		return this.jdbc.sql("SELECT count(*) FROM (" + rows + " LIMIT :limit) counted")
			.param("limit", MAX_COUNTED)
			.query(Integer.class)
			.single();
	}

	/**
	 * A part of the console.
	 *
	 * @param key of its page and texts
	 * @param waiting what needs a person; at most 1,000 are counted. Null for dead
	 * letters, which are in Kafka and counted when a person reads them
	 */
	record Part(String key, @Nullable Integer waiting) {
	}

}
