package dev.hundi.onboarding;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.onboarding.OnboardingDocument.File;
import dev.hundi.onboarding.OnboardingDocument.Place;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The tables {@code onboarding_document} and {@code onboarding_page}. */
@Repository
class DocumentRows {

	private static final String SELECT = """
			SELECT document_id, business_id, requirement, principal_id, principal_part, file_name, media_type, size_bytes, scan_state,
			       page_count, created_at, removed_at
			  FROM onboarding_document
			""";

	private final JdbcClient jdbc;

	DocumentRows(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Documents of a business that are not removed, oldest first. */
	List<OnboardingDocument> present(UUID businessId) {
		return this.jdbc
			.sql(SELECT + " WHERE business_id = :business AND removed_at IS NULL ORDER BY created_at, document_id")
			.param("business", businessId)
			.query(DocumentRows::document)
			.list();
	}

	/** A document of a business, also a removed one. */
	Optional<OnboardingDocument> find(UUID businessId, UUID documentId) {
		return this.jdbc.sql(SELECT + " WHERE business_id = :business AND document_id = :id")
			.param("business", businessId)
			.param("id", documentId)
			.query(DocumentRows::document)
			.optional();
	}

	/** Documents in quarantine in the order of their ids, which is that of time. */
	List<OnboardingDocument> quarantined(@Nullable UUID after, int limit) {
		return this.jdbc.sql(SELECT + """
				 WHERE scan_state = 'QUARANTINED' AND removed_at IS NULL
				   AND (:after::uuid IS NULL OR document_id > :after::uuid)
				 ORDER BY document_id LIMIT :limit
				""").param("after", after).param("limit", limit).query(DocumentRows::document).list();
	}

	/** The encrypted key of a document; empty if it is erased. */
	Optional<byte[]> key(UUID documentId) {
		return this.jdbc.sql(
				"SELECT key_ciphertext FROM onboarding_document WHERE document_id = :id AND key_ciphertext IS NOT NULL")
			.param("id", documentId)
			.query((row, number) -> row.getBytes("key_ciphertext"))
			.optional();
	}

	boolean hasContent(UUID businessId, Place place, byte[] sha256) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM onboarding_document
				                WHERE business_id = :business AND requirement = :requirement AND sha256 = :sha256
				                  AND principal_id IS NOT DISTINCT FROM :principal::uuid
				                  AND principal_part IS NOT DISTINCT FROM :part::text AND removed_at IS NULL)
				""")
			.param("business", businessId)
			.param("requirement", place.requirement().name())
			.param("sha256", sha256)
			.param("principal", place.principalId())
			.param("part", part(place))
			.query(Boolean.class)
			.single();
	}

	void insert(UUID businessId, NewDocument document, @Nullable UUID createdBy) {
		int pages = document.pages().size();
		this.jdbc
			.sql("""
					INSERT INTO onboarding_document (document_id, business_id, requirement, principal_id, principal_part, file_name,
					                                 media_type, size_bytes, sha256, key_ciphertext, scan_state, page_count, created_by)
					VALUES (:id, :business, :requirement, :principal, :part, :name, :type, :size, :sha256, :key, :scan, :pages, :by)
					""")
			.param("id", document.documentId())
			.param("business", businessId)
			.param("requirement", document.place().requirement().name())
			.param("principal", document.place().principalId())
			.param("part", part(document.place()))
			.param("name", document.file().name())
			.param("type", document.file().mediaType())
			.param("size", document.file().sizeBytes())
			.param("sha256", document.sha256())
			.param("key", document.keyCiphertext())
			.param("scan", document.scanState().name())
			.param("pages", document.scanState().isShown() ? pages : null)
			.param("by", createdBy)
			.update();
		insertPages(businessId, document.documentId(), document.pages());
	}

	void insertPages(UUID businessId, UUID documentId, List<PageSize> pages) {
		for (int i = 0; i < pages.size(); i++) {
			this.jdbc.sql("""
					INSERT INTO onboarding_page (document_id, page, business_id, width, height)
					VALUES (:id, :page, :business, :width, :height)
					""")
				.param("id", documentId)
				.param("page", i + 1)
				.param("business", businessId)
				.param("width", pages.get(i).width())
				.param("height", pages.get(i).height())
				.update();
		}
	}

	/** Sizes of the pages of a document, in their order. */
	List<PageSize> pages(UUID documentId) {
		return this.jdbc.sql("SELECT width, height FROM onboarding_page WHERE document_id = :id ORDER BY page")
			.param("id", documentId)
			.query((row, number) -> new PageSize(row.getInt("width"), row.getInt("height")))
			.list();
	}

	/**
	 * Removes a document.
	 * @param erased whether its key goes too, so that the content is lost
	 */
	void remove(UUID documentId, boolean erased) {
		this.jdbc
			.sql("""
					UPDATE onboarding_document
					   SET removed_at = clock_timestamp(), key_ciphertext = CASE WHEN :erased THEN NULL ELSE key_ciphertext END
					 WHERE document_id = :id AND removed_at IS NULL
					""")
			.param("id", documentId)
			.param("erased", erased)
			.update();
	}

	/** Ends the quarantine of a document; false if it ended before. */
	boolean release(UUID documentId, ScanState state, int pages) {
		return this.jdbc.sql("""
				UPDATE onboarding_document
				   SET scan_state = :state, page_count = :pages,
				       key_ciphertext = CASE WHEN :state IN ('INFECTED', 'UNREADABLE') THEN NULL ELSE key_ciphertext END
				 WHERE document_id = :id AND scan_state = 'QUARANTINED'
				""")
			.param("id", documentId)
			.param("state", state.name())
			.param("pages", state.isShown() ? pages : null)
			.update() == 1;
	}

	private static @Nullable String part(Place place) {
		PrincipalPart part = place.part();
		return (part != null) ? part.name() : null;
	}

	private static OnboardingDocument document(ResultSet row, int number) throws SQLException {
		String part = row.getString("principal_part");
		return new OnboardingDocument(row.getObject("document_id", UUID.class),
				row.getObject("business_id", UUID.class),
				new Place(Requirement.valueOf(row.getString("requirement")), row.getObject("principal_id", UUID.class),
						(part != null) ? PrincipalPart.valueOf(part) : null),
				new File(row.getString("file_name"), row.getString("media_type"), row.getLong("size_bytes")),
				ScanState.valueOf(row.getString("scan_state")), row.getInt("page_count"),
				Timestamps.instant(row, "created_at"), row.getObject("removed_at") != null);
	}

}
