package dev.hundi.portal.payout;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Named filters, which all people of a business share. */
@MerchantOnly
@Repository
class SavedViews {

	private static final int MOST = 50;

	private static final int MAX_NAME = 60;

	private static final String REMOVED = "VIEW_REMOVED";

	private final JdbcClient jdbc;

	private final CurrentPerson current;

	private final AuditTrail audit;

	SavedViews(JdbcClient jdbc, CurrentPerson current, AuditTrail audit) {
		this.jdbc = jdbc;
		this.current = current;
		this.audit = audit;
	}

	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public List<SavedView> list() {
		return this.jdbc
			.sql("SELECT view_id, name, filter FROM saved_view WHERE business_id = :business ORDER BY lower(name)")
			.param("business", this.current.businessId())
			.query(SavedView.class)
			.list();
	}

	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public Optional<SavedView> find(UUID viewId) {
		return list().stream().filter((view) -> view.viewId().equals(viewId)).findFirst();
	}

	/**
	 * Saves a filter under a name. The view that has this name keeps its link, which
	 * people have passed on.
	 * @return the key of the text that says why it is not saved
	 */
	@Transactional
	@PreAuthorize(Rights.READS_MONEY)
	public Optional<String> save(String name, PayoutFilter filter) {
		String plain = name.strip();
		if (plain.isEmpty() || plain.codePointCount(0, plain.length()) > MAX_NAME) {
			return Optional.of("payouts.views.name.invalid");
		}
		List<SavedView> views = list();
		if (views.size() >= MOST && views.stream().noneMatch((view) -> view.name().equalsIgnoreCase(plain))) {
			return Optional.of("payouts.views.many");
		}
		this.jdbc.sql("""
				INSERT INTO saved_view (business_id, name, filter, created_by)
				VALUES (:business, :name, :filter, :person)
				ON CONFLICT (lower(name), business_id) DO UPDATE SET name = excluded.name, filter = excluded.filter
				""")
			.param("business", this.current.businessId())
			.param("name", plain)
			.param("filter", filter.query())
			.param("person", this.current.get().personId())
			.update();
		this.audit.record(this.current.businessId(), this.current.actor(), "VIEW_SAVED", plain, Map.of(),
				Map.of("filter", filter.query()));
		return Optional.empty();
	}

	/** Removes a view; false if there is none. */
	@Transactional
	@PreAuthorize(Rights.READS_MONEY)
	public boolean remove(UUID viewId) {
		Optional<SavedView> view = find(viewId);
		boolean removed = this.jdbc.sql("DELETE FROM saved_view WHERE business_id = :business AND view_id = :view")
			.param("business", this.current.businessId())
			.param("view", viewId)
			.update() == 1;
		if (removed) {
			SavedView last = view.orElseThrow();
			this.audit.record(this.current.businessId(), this.current.actor(), REMOVED, last.name(),
					Map.of("filter", last.filter(), "view", viewId.toString()), Map.of());
		}
		return removed;
	}

	/** The name that a removed view had; empty if the business had no such view. */
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public Optional<String> removed(UUID viewId) {
		return this.jdbc.sql("""
				SELECT object FROM audit_event
				 WHERE chain = :business::uuid::text AND act = :act AND before_value ->> 'view' = :view::uuid::text
				""")
			.param("business", this.current.businessId())
			.param("act", REMOVED)
			.param("view", viewId)
			.query(String.class)
			.optional();
	}

	/**
	 * A named filter.
	 *
	 * @param filter query of the list's address
	 */
	record SavedView(UUID viewId, String name, String filter) {
	}

}
