package dev.hundi.portal.onboarding;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.audit.Actor;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Uploads;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.FreePorts;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ScanQuarantineIntegrationTests {

	/** Enough that the process can be killed between its first page and its last. */
	private static final int SHEETS = 12;

	/** Their files are lost. */
	@Test
	void documentsThatCannotBeScannedDoNotKeepTheScanFromOthers() {
		try (TestPortal portal = new TestPortal(); FakeScanner scanner = new FakeScanner()) {
			UUID business = portal.business();
			portal.owner(OnboardingCases.class).open(business, Actor.INSTALLATION);
			Visitor owner = Visitor.signedIn(
					start(portal, Audience.MERCHANT, "--hundi.portal.allow-unscanned=false").url(),
					portal.person("owner@example.com", business, Role.OWNER));
			assertThat(owner.upload("/onboarding/uploads/PAN_CARD", "later.pdf", Uploads.pdf("a", 1)).location())
				.contains("/onboarding");
			portal.jdbc()
				.sql("""
						INSERT INTO onboarding_document (document_id, business_id, requirement, file_name, media_type, size_bytes,
						                                 sha256, key_ciphertext, scan_state, created_at)
						SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, business_id, requirement, file_name,
						       media_type, size_bytes, sha256(n::text::bytea), key_ciphertext, scan_state, created_at - interval '1 hour'
						  FROM onboarding_document CROSS JOIN generate_series(1, 25) AS n
						""")
				.update();
			TestPortal.Copy staff = start(portal, Audience.STAFF,
					"--hundi.portal.virus-scanner=tcp://localhost:" + scanner.port());
			ScanQuarantine quarantine = staff.context().getBean(ScanQuarantine.class);
			await().until(() -> {
				quarantine.scan();
				return portal.jdbc()
					.sql("SELECT file_name FROM onboarding_document WHERE scan_state = 'CLEAN'")
					.query(String.class)
					.list()
					.contains("later.pdf");
			});
			assertThat(portal.jdbc()
				.sql("SELECT count(*) FROM onboarding_document WHERE scan_state = 'QUARANTINED'")
				.query(Long.class)
				.single()).isEqualTo(25);
			assertThat(staff.context()
				.getBean(MeterRegistry.class)
				.get("hundi.quarantine.age.seconds")
				.tag("files", "documents")
				.gauge()
				.value()).isGreaterThanOrEqualTo(3600);
		}
	}

	/** Its files would be erased, and the business would have to give it again. */
	@Test
	void aDocumentOutlivesTheProcessThatDrawsIt() {
		try (TestPortal portal = new TestPortal();
				FakeScanner scanner = new FakeScanner();
				ExecutorService thread = Executors.newSingleThreadExecutor()) {
			UUID business = portal.business();
			portal.owner(OnboardingCases.class).open(business, Actor.INSTALLATION);
			ScanQuarantine quarantine = start(portal, Audience.STAFF,
					"--hundi.portal.virus-scanner=tcp://localhost:" + scanner.port())
				.context()
				.getBean(ScanQuarantine.class);
			Visitor owner = Visitor.signedIn(
					start(portal, Audience.MERCHANT, "--hundi.portal.allow-unscanned=false").url(),
					portal.person("owner@example.com", business, Role.OWNER));
			UUID document;
			boolean killed;
			do {
				document = upload(portal, owner);
				Path firstPage = portal.fileStore().resolve("onboarding").resolve(document + "-1.page");
				Future<?> round = thread.submit(quarantine::scan);
				await().until(() -> Files.exists(firstPage));
				// After a pause of this thread the document may be drawn already.
				killed = RenderApartTests.kill();
				await().until(round::isDone);
			}
			while (!killed || !state(portal, document).startsWith("QUARANTINED"));
			UUID kept = document;
			await().until(() -> {
				quarantine.scan();
				return !state(portal, kept).startsWith("QUARANTINED");
			});
			assertThat(state(portal, kept)).isEqualTo("CLEAN " + SHEETS);
		}
	}

	/** Uploads a document of several pages, another one each time. */
	private static UUID upload(TestPortal portal, Visitor owner) {
		owner.upload("/onboarding/uploads/PAN_CARD", "kept.pdf", Uploads.sheets("a " + UUID.randomUUID(), SHEETS));
		return portal.jdbc()
			.sql("SELECT document_id FROM onboarding_document WHERE scan_state = 'QUARANTINED'")
			.query(UUID.class)
			.single();
	}

	private static String state(TestPortal portal, UUID document) {
		return portal.jdbc()
			.sql("SELECT concat_ws(' ', scan_state, page_count) FROM onboarding_document WHERE document_id = ?")
			.param(document)
			.query(String.class)
			.single();
	}

	private static TestPortal.Copy start(TestPortal portal, Audience audience, String setting) {
		int port = FreePorts.next();
		return portal.start(audience, port, URI.create("http://localhost:" + port), setting);
	}

}
