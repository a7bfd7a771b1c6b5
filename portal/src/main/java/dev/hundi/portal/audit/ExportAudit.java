package dev.hundi.portal.audit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.audit.AuditEvent;
import dev.hundi.audit.AuditTrail;
import dev.hundi.export.Column;
import dev.hundi.export.FileFormat;
import dev.hundi.export.ReportHeader;
import dev.hundi.export.Table;
import dev.hundi.money.Rupees;
import dev.hundi.person.Audience;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.PortalAddress;
import org.jspecify.annotations.Nullable;

import org.springframework.context.MessageSource;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Writes the events of a chain that a filter chooses as csv, newest first. */
@Component
class ExportAudit {

	/** Rows of a file; older ones are left out, and a note says so. */
	static final int MAX_ROWS = 50_000;

	private static final int PAGE = 1_000;

	private static final String ACT = "AUDIT_EXPORTED";

	private final CurrentPerson current;

	private final AuditTrail trail;

	private final NamedObjects objects;

	private final PortalAddress address;

	private final MessageSource texts;

	ExportAudit(CurrentPerson current, AuditTrail trail, NamedObjects objects, PortalAddress address,
			MessageSource texts) {
		this.current = current;
		this.trail = trail;
		this.objects = objects;
		this.address = address;
		this.texts = texts;
	}

	/**
	 * Records an export, before its first byte leaves: in the chain, and in that of the
	 * staff, if the staff exports the chain of a business.
	 */
	@Transactional
	@PreAuthorize("@rights.any('OWNER', 'CHECKER', 'ADMIN', 'AUDITOR')")
	public void record(@Nullable UUID chain, AuditForm form) {
		this.trail.record(chain, this.current.actor(), ACT, null, Map.of(), form.chosen());
		if (chain != null && this.address.audience() == Audience.STAFF) {
			this.trail.record(null, this.current.actor(), ACT, chain.toString(), Map.of(), form.chosen());
		}
	}

	/**
	 * Writes the events in one snapshot.
	 * @param out closed at the end
	 * @throws UncheckedIOException if writing fails
	 */
	@Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
	@PreAuthorize("@rights.any('OWNER', 'CHECKER', 'ADMIN', 'AUDITOR')")
	public void write(@Nullable UUID chain, AuditForm form, OutputStream out) {
		Map<String, String> names = new HashMap<>();
		try (Table<AuditEvent> table = Table.start(FileFormat.CSV, new ReportHeader(text("audit.title"), List.of()),
				columns(names), out)) {
			long before = Long.MAX_VALUE;
			for (int rows = 0; rows < MAX_ROWS; rows += PAGE) {
				List<AuditEvent> events = this.trail.list(chain, form.filter(), before, PAGE);
				names.clear();
				names.putAll(this.objects.names(chain, events));
				events.forEach(table::add);
				if (events.size() < PAGE) {
					return;
				}
				before = events.getLast().sequence();
			}
			if (!this.trail.list(chain, form.filter(), before, 1).isEmpty()) {
				table.addNote(this.texts.getMessage("audit.export.truncated",
						new Object[] { Rupees.groupCount(MAX_ROWS) }, Locale.ENGLISH));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** As the page shows them; changes as they are stored. */
	private List<Column<AuditEvent>> columns(Map<String, String> names) {
		return List.of(new Column.WholeNumber<>(text("audit.number"), AuditEvent::sequence),
				new Column.Moment<>(text("audit.time"), AuditEvent::happenedAt),
				new Column.Text<>(text("audit.person"), (event) -> person(event, names)),
				new Column.Text<>(text("audit.act"), (event) -> act(event.act())),
				new Column.Text<>(text("audit.object"), AuditEvent::object),
				new Column.Text<>(text("audit.name"), (event) -> names.get(event.object())),
				new Column.Text<>(text("audit.before"), AuditEvent::before),
				new Column.Text<>(text("audit.after"), AuditEvent::after),
				new Column.Text<>(text("session.address"), (event) -> event.actor().address()));
	}

	private String person(AuditEvent event, Map<String, String> names) {
		UUID person = event.actor().personId();
		String known = (event.personName() != null || person == null) ? event.personName()
				: names.get(person.toString());
		return Objects.requireNonNullElseGet(known, () -> text((person != null) ? "audit.hundi" : "audit.nobody"));
	}

	/** Events are never erased: an act of a later release has no text here. */
	private String act(String act) {
		return Objects.requireNonNull(this.texts.getMessage("act." + act, null, act, Locale.ENGLISH));
	}

	private String text(String key) {
		return this.texts.getMessage(key, null, Locale.ENGLISH);
	}

}
