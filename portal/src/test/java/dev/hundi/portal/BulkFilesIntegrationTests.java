package dev.hundi.portal;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.ZipFile;

import dev.hundi.bulk.BulkFormat;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** The pages of bulk files; the tests stand for batch-jobs, which loads the files. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BulkFilesIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	@SuppressWarnings("NullAway.Init")
	private Desk desk;

	@SuppressWarnings("NullAway.Init")
	private Desk other;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	private int files;

	@BeforeAll
	void start() {
		this.merchants = TestPortal.sharedCopy(Audience.MERCHANT);
		this.desk = new Desk(this.portal, this.merchants, "asha-bulk-files");
		this.other = new Desk(this.portal, this.merchants, "other-bulk-files");
	}

	@ParameterizedTest
	@EnumSource(names = { "OWNER", "MAKER", "CHECKER", "DEVELOPER", "VIEWER" })
	void aRoleReachesItsPagesAndActsOnly(Role role) {
		boolean reads = role != Role.DEVELOPER;
		boolean makes = role == Role.OWNER || role == Role.MAKER;
		String unknown = "/bulk/" + UUID.randomUUID();
		assertThat(this.desk.as(role).get("/bulk").status()).isEqualTo(reads ? 200 : 403);
		assertThat(this.desk.as(role).get("/bulk/template.csv").status()).isEqualTo(reads ? 200 : 403);
		for (String page : List.of("", "/live", "/failed-rows.csv", "/failed-rows.xlsx")) {
			assertThat(this.desk.as(role).get(unknown + page).status()).as(page).isEqualTo(reads ? 404 : 403);
		}
		assertThat(this.desk.as(role).upload("/bulk", "x.doc", new byte[] { 1 }).status()).isEqualTo(makes ? 200 : 403);
		assertThat(this.desk.as(role).post(unknown + "/release", Map.of()).status())
			.isEqualTo((role == Role.OWNER || role == Role.CHECKER) ? 404 : 403);
		assertThat(this.desk.as(role).post(unknown + "/cancel", Map.of()).status())
			.isEqualTo((makes || role == Role.CHECKER) ? 404 : 403);
	}

	@Test
	void anUploadIsStoredOnceAndWaitsForItsLoading() throws IOException {
		byte[] content = content();
		Visitor.Page uploaded = this.desk.as(Role.MAKER).upload("/bulk", "salaries.csv", content);
		UUID id = UUID.fromString(uploaded.location().substring("/bulk/".length()));
		assertThat(uploaded.follow().text()).contains("salaries.csv", "Loading");
		assertThat(uploaded.follow().document().select("#progress").attr("hx-get"))
			.isEqualTo("/bulk/" + id + "/live?was=LOADING");
		Map<String, Object> stored = this.portal.jdbc()
			.sql("SELECT stored_as, status, due_at IS NOT NULL AS due FROM bulk_file WHERE bulk_file_id = :id")
			.param("id", id)
			.query()
			.singleRow();
		assertThat(stored).containsEntry("status", "LOADING").containsEntry("due", true);
		assertThat(Files.readAllBytes(this.portal.fileStore().resolve(String.valueOf(stored.get("stored_as")))))
			.isEqualTo(content);
		Visitor.Page again = this.desk.as(Role.MAKER).upload("/bulk", "again.csv", content);
		assertThat(again.document().select("#error-summary a").eachAttr("href")).contains("/bulk/" + id);
		try (var kept = Files.list(this.portal.fileStore().resolve("bulk-file"))) {
			assertThat(kept.filter((file) -> file.toString().endsWith(".upload"))).as("no content without a row")
				.hasSize(uploads());
		}
		assertThat(this.other.as(Role.OWNER).get("/bulk/" + id).status()).isEqualTo(404);
		assertThat(this.other.as(Role.OWNER).post("/bulk/" + id + "/cancel", Map.of()).status()).isEqualTo(404);
		assertThat(this.desk.as(Role.MAKER).post("/bulk/" + id + "/cancel", Map.of()).follow().text())
			.contains("The file is cancelled.");
		assertThat(this.desk.as(Role.VIEWER).get("/bulk/" + id).document().select("#progress").hasAttr("hx-get"))
			.as("asks no longer")
			.isFalse();
	}

	@Test
	void whatIsNoBulkFileIsRefused() {
		assertThat(this.desk.as(Role.MAKER).upload("/bulk", "a.csv", new byte[0]).text()).contains("Choose a file");
		assertThat(this.desk.as(Role.MAKER).upload("/bulk", "a.pdf", content()).text()).contains("must end in .csv");
	}

	@Test
	void aFileThatIsTooLargeIsNamedSo() {
		Visitor.Page refused = this.desk.as(Role.MAKER).upload("/bulk", "large.csv", new byte[22 * 1024 * 1024]);
		assertThat(refused.status()).isEqualTo(413);
		assertThat(refused.text()).contains("The file is too large", "up to 20 MB");
	}

	@Test
	void aLoadedFileShowsItsErrorsAndNewPayeesAndIsReleasedByAChecker() {
		UUID id = loaded(this.desk.as(Role.MAKER), 1);
		Visitor.Page page = this.desk.as(Role.CHECKER).get("/bulk/" + id);
		assertThat(page.document().select("#row-table tbody tr").eachText())
			.containsExactly("2 Invalid IFSC XX•• IFSC is invalid ₹20.00");
		assertThat(page.document().select("#payee-table tbody tr").eachText())
			.containsExactly("1 Sita Devi 123456789012 ₹10.00");
		assertThat(page.textOf("valid")).isEqualTo("1 of ₹10.00");
		assertThat(page.textOf("uploaded")).startsWith("Uploaded by Person maker");
		assertThat(this.desk.as(Role.VIEWER).get("/bulk/" + id + "/failed-rows.csv").body()).contains("Name,Amount",
				"Bad Row");
		assertThat(
				this.desk.as(Role.VIEWER).get("/bulk/" + id).document().select("form#release-form, form#cancel-form"))
			.isEmpty();
		assertThat(page.submit("#release-form", Map.of()).follow().text()).contains("The file is released.",
				"Releasing");
		assertThat(this.portal.jdbc()
			.sql("SELECT array_agg(act ORDER BY sequence)::text FROM audit_event WHERE object = :id")
			.param("id", id.toString())
			.query(String.class)
			.single()).isEqualTo("{BULK_FILE_UPLOADED,BULK_ROWS_EXPORTED,BULK_FILE_RELEASED}");
	}

	@Test
	void aFileSaysHowManyOfItsNewPayeesItShows() {
		UUID id = loaded(this.desk.as(Role.MAKER), 1);
		assertThat(this.desk.as(Role.CHECKER).get("/bulk/" + id).textOf("payee-count"))
			.isEqualTo("Rows that pay a new beneficiary: 1.");
		described(id, 101, 160);
		Visitor.Page page = this.desk.as(Role.CHECKER).get("/bulk/" + id);
		assertThat(page.document().select("#payee-table tbody tr")).hasSize(50);
		assertThat(page.textOf("payee-count"))
			.isEqualTo("Rows that pay a new beneficiary: 61. The 50 largest are shown.");
		described(id, 201, 5_139);
		assertThat(this.desk.as(Role.CHECKER).get("/bulk/" + id).textOf("payee-count")).as("5,000 rows")
			.isEqualTo("Rows that pay a new beneficiary: 5,000. The 50 largest are shown.");
		described(id, 5_140, 5_140);
		assertThat(this.desk.as(Role.CHECKER).get("/bulk/" + id).textOf("payee-count")).isEqualTo(
				"Rows that pay a new beneficiary: 5,000. The 50 largest are shown. Only the first 5,000 rows without an ID or code of a beneficiary were compared; later ones can pay more.");
	}

	/** Valid rows that describe their payees. */
	private void described(UUID id, int first, int last) {
		this.portal.jdbc()
			.sql("""
					INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, name, phone_number, account_number, ifsc, rail,
					                      amount_paise, commission_paise, gst_paise)
					SELECT :business, :id, n, 'VALID', '{Sita Devi,10.00}', 'Payee ' || n, '9876543210', (330000000000 + n)::text, 'HDFC0000001',
					       'I', 1000, 0, 0
					  FROM generate_series(:first, :last) AS n
					""")
			.param("business", this.desk.id())
			.param("id", id)
			.param("first", first)
			.param("last", last)
			.update();
	}

	@Test
	void whereTwoAreNeededTheMakerDoesNotRelease() {
		UUID id = loaded(this.desk.as(Role.OWNER), 2);
		Visitor.Page own = this.desk.as(Role.OWNER).get("/bulk/" + id);
		assertThat(own.document().select("#release-form, #plan-form")).as("would be refused").isEmpty();
		assertThat(own.textOf("two")).isEqualTo("You uploaded this file. Another person must release it.");
		Visitor.Page ofOther = this.desk.as(Role.CHECKER).get("/bulk/" + id);
		assertThat(ofOther.document().select("#release-form, #plan-form")).hasSize(2);
		assertThat(ofOther.textOf("two")).isEqualTo("A second person must release this file.");
		assertThat(this.desk.as(Role.OWNER).post("/bulk/" + id + "/release", Map.of()).follow().text())
			.contains("Another person must release it.");
		assertThat(this.desk.as(Role.CHECKER).post("/bulk/" + id + "/release", Map.of()).follow().text())
			.contains("The file is released.");
		assertThat(this.desk.as(Role.CHECKER).post("/bulk/" + id + "/cancel", Map.of()).follow().text())
			.contains("no longer permits this");
	}

	@Test
	void aFileOfAnApiKeyIsReleasedByAPerson() {
		UUID id = loaded(this.desk.as(Role.MAKER), 2);
		WithoutTriggers.sql(this.portal.jdbc(), """
				UPDATE bulk_file SET uploaded_by = 'pk_1' WHERE bulk_file_id = '%s'
				""".formatted(id)).update();
		assertThat(this.desk.as(Role.MAKER).post("/bulk/" + id + "/release", Map.of()).status()).isEqualTo(403);
		Member checker = this.desk.member(Role.CHECKER);
		assertThat(Visitor.signedIn(this.merchants.url(), checker)
			.get("/bulk/" + id)
			.submit("#release-form", Map.of())
			.follow()
			.text()).contains("The file is released.");
		assertThat(this.portal.jdbc()
			.sql("SELECT released_by FROM bulk_file WHERE bulk_file_id = :id")
			.param("id", id)
			.query(String.class)
			.single()).isEqualTo("person:" + checker.id());
	}

	@Test
	void aReleaseNeedsAFreshSecondFactor() {
		UUID id = loaded(this.desk.as(Role.MAKER), 1);
		Member checker = this.desk.member(Role.CHECKER);
		Visitor visitor = Visitor.signedIn(this.merchants.url(), checker);
		this.portal.change(this.merchants, checker, (authentication) -> Rights
			.authentication((SignedIn) Objects.requireNonNull(authentication.getPrincipal()), Instant.EPOCH));
		assertThat(visitor.post("/bulk/" + id + "/release", Map.of()).text()).contains("Confirm your identity");
		assertThat(this.portal.jdbc()
			.sql("SELECT status FROM bulk_file WHERE bulk_file_id = :id")
			.param("id", id)
			.query(String.class)
			.single()).isEqualTo("AWAITING_RELEASE");
	}

	@Test
	void aReleaseIsPlannedAndEndedByAChecker() {
		UUID id = loaded(this.desk.as(Role.MAKER), 1);
		Visitor.Page page = this.desk.as(Role.CHECKER).get("/bulk/" + id);
		assertThat(page.textOf("day")).contains("Debited today: ₹0.00. With this file: ₹10.00.");
		for (String wrong : List.of("x", "2020-01-01T10:00", "2099-01-01T10:00")) {
			Visitor.Page refused = page.submit("#plan-form", Map.of("at", wrong)).follow();
			assertThat(refused.text()).contains("Enter a time up to 90 days ahead.");
			assertThat(refused.document().select("#at").val()).as("what was typed").isEqualTo(wrong);
		}
		String at = LocalDateTime.now(India.ZONE).plusDays(3).truncatedTo(ChronoUnit.MINUTES).toString();
		Visitor.Page planned = page.submit("#plan-form", Map.of("at", at)).follow();
		assertThat(planned.text()).contains("The release is planned.");
		assertThat(planned.textOf("plan")).contains("as soon as the spendable balance covers ₹10.00");
		assertThat(this.desk.as(Role.CHECKER).get("/wallet").textOf("expected-table"))
			.contains(DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH).format(LocalDateTime.parse(at)));
		assertThat(planned.submit("#unplan-form", Map.of()).follow().text())
			.contains("The planned release is cancelled.");
		assertThat(this.portal.jdbc()
			.sql("SELECT act FROM audit_event WHERE business_id = ? AND object = ? AND act LIKE 'BULK_FILE_PLAN%' ORDER BY sequence")
			.params(this.desk.id(), id.toString())
			.query(String.class)
			.list()).containsExactly("BULK_FILE_PLANNED", "BULK_FILE_PLAN_ENDED");
		assertThat(planned.submit("#plan-form", Map.of("at", "")).follow().text()).contains("The release is planned.");
		assertThat(this.portal.jdbc()
			.sql("SELECT planned_for <= now() AND planned_by LIKE 'person:%' FROM bulk_file WHERE bulk_file_id = :id")
			.param("id", id)
			.query(Boolean.class)
			.single()).isTrue();
		UUID two = loaded(this.desk.as(Role.OWNER), 2);
		assertThat(this.desk.as(Role.OWNER).post("/bulk/" + two + "/plan", Map.of()).follow().text())
			.contains("Another person must release it.");
		assertThat(this.desk.as(Role.MAKER).post("/bulk/" + two + "/plan", Map.of()).status()).isEqualTo(403);
		assertThat(this.desk.as(Role.VIEWER).post("/bulk/" + two + "/unplan", Map.of()).status()).isEqualTo(403);
	}

	@Test
	void failedRowsArePaidAgainOnceByANewFile() throws IOException {
		UUID id = loaded(this.desk.as(Role.MAKER), 1);
		assertThat(this.desk.as(Role.MAKER).post("/bulk/" + id + "/rerun", Map.of()).follow().text())
			.contains("Only a file that has ended with failed rows");
		failed(id, 1);
		assertThat(this.desk.as(Role.VIEWER).post("/bulk/" + id + "/rerun", Map.of()).status()).isEqualTo(403);
		assertThat(this.other.as(Role.MAKER).post("/bulk/" + id + "/rerun", Map.of()).follow().text())
			.doesNotContain("This new file");
		Visitor.Page made = this.desk.as(Role.MAKER).get("/bulk/" + id).submit("#rerun-form", Map.of());
		UUID again = UUID.fromString(made.location().substring("/bulk/".length()));
		assertThat(made.follow().document().select("#rerun-of a").attr("href")).isEqualTo("/bulk/" + id);
		Visitor.Page original = this.desk.as(Role.MAKER).get("/bulk/" + id);
		assertThat(original.document().select("#rerun-as a").attr("href")).isEqualTo("/bulk/" + again);
		assertThat(original.document().getElementById("rerun-form")).isNull();
		String stored = this.portal.jdbc()
			.sql("SELECT stored_as FROM bulk_file WHERE bulk_file_id = :id AND rerun_of = :of AND status = 'LOADING'")
			.param("id", again)
			.param("of", id)
			.query(String.class)
			.single();
		assertThat(Files.readString(this.portal.fileStore().resolve(stored)).lines()).containsExactly("Name,Amount",
				"Sita Devi,10.00");
		assertThat(this.desk.as(Role.MAKER).post("/bulk/" + id + "/rerun", Map.of()).follow().text())
			.contains("are already in another file");
	}

	@Test
	void unpaidRowsLeaveOutWhatIsPaidElsewhere() {
		UUID id = loaded(this.desk.as(Role.MAKER), 1);
		row(id, 3, "{Late,30.00}", null);
		row(id, 4, "{Late,30.00}",
				"[{\"column\": \"Merchant Reference\", \"code\": \"DUPLICATE_IN_FILE\", \"message\": \"Row 3 pays the same\", \"value\": null}]");
		failed(id, 1);
		Visitor maker = this.desk.as(Role.MAKER);
		String unpaid = "/bulk/" + id + "/failed-rows.csv";
		assertThat(maker.get(unpaid).body().lines().skip(1)).as("without the repetition")
			.containsExactly("Sita Devi,10.00", "Bad Row,20.00");
		String again = maker.post("/bulk/" + id + "/rerun", Map.of()).location();
		assertThat(maker.get(unpaid).body().lines().skip(1)).containsExactly("Bad Row,20.00");
		failed(id, 3);
		assertThat(maker.get(unpaid).body().lines().skip(1)).as("returned after the re-run was made")
			.containsExactly("Bad Row,20.00", "Late,30.00");
		load(UUID.fromString(again.substring("/bulk/".length())), 1);
		maker.post(again + "/cancel", Map.of());
		assertThat(maker.get(again + "/failed-rows.csv").body().lines().skip(1)).as("in the first").isEmpty();
		assertThat(maker.get(unpaid).body().lines().skip(1)).containsExactly("Sita Devi,10.00", "Bad Row,20.00",
				"Late,30.00");
	}

	@Test
	void unpaidRowsOfACancelledFileAreAllItsRows() {
		UUID id = loaded(this.desk.as(Role.MAKER), 1);
		this.desk.as(Role.MAKER).post("/bulk/" + id + "/cancel", Map.of());
		assertThat(this.desk.as(Role.VIEWER).get("/bulk/" + id + "/failed-rows.csv").body().lines().skip(1))
			.containsExactly("Sita Devi,10.00", "Bad Row,20.00");
	}

	@Test
	void unpaidRowsAreAWorkbookThatKeepsZeros(@TempDir Path directory) throws Exception {
		UUID id = loaded(this.desk.as(Role.MAKER), 1);
		row(id, 3, "{Ravi,01234567890}", "[]");
		Visitor viewer = this.desk.as(Role.VIEWER);
		assertThat(viewer.get("/bulk/" + id).document().select("#progress a[href*=failed-rows]").eachAttr("href"))
			.containsExactly("/bulk/" + id + "/failed-rows.xlsx", "/bulk/" + id + "/failed-rows.csv");
		HttpResponse<byte[]> answer = download(viewer, "/bulk/" + id + "/failed-rows.xlsx");
		assertThat(answer.headers().firstValue("Content-Type")).contains(BulkFormat.XLSX.mediaType());
		Path workbook = Files.write(directory.resolve("unpaid.xlsx"), answer.body());
		try (ZipFile zip = new ZipFile(workbook.toFile());
				InputStream sheet = zip.getInputStream(zip.getEntry("xl/worksheets/sheet1.xml"))) {
			assertThat(new String(sheet.readAllBytes(), StandardCharsets.UTF_8))
				.contains("<t>Amount</t>", "<t>Bad Row</t>")
				.containsPattern("r=\"B3\"[^>]* t=\"inlineStr\"[^>]*><is><t>01234567890</t>");
		}
		viewer.get("/bulk/" + id + "/failed-rows.csv");
		assertThat(this.portal.jdbc()
			.sql("SELECT after_value ->> 'format' FROM audit_event WHERE act = 'BULK_ROWS_EXPORTED' AND object = :id ORDER BY sequence")
			.param("id", id.toString())
			.query(String.class)
			.list()).as("rows that leave the portal").containsExactly("xlsx", "csv");
		assertThat(this.desk.as(Role.OWNER).get("/audit").text()).contains("Unpaid rows of a bulk file exported");
	}

	/** The last row cannot be read, when many are sent. */
	@Test
	void unpaidRowsThatCannotBeReadToTheirEndAreNotAWholeFile() {
		UUID id = loaded(this.desk.as(Role.MAKER), 1);
		this.portal.jdbc()
			.sql("""
					INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, errors)
					SELECT :business, :id, n, 'INVALID', ARRAY[repeat('x', 100), 'ten'], CASE WHEN n < 3000 THEN '[]' ELSE '"no list"' END::jsonb
					  FROM generate_series(3, 3000) AS n
					""")
			.param("business", this.desk.id())
			.param("id", id)
			.update();
		for (String format : List.of("csv", "xlsx")) {
			assertThatIOException().as(format)
				.isThrownBy(() -> download(this.desk.as(Role.VIEWER), "/bulk/" + id + "/failed-rows." + format));
		}
	}

	private HttpResponse<byte[]> download(Visitor visitor, String path) throws IOException, InterruptedException {
		try (HttpClient http = HttpClient.newHttpClient()) {
			return http.send(HttpRequest.newBuilder(this.merchants.url().resolve(path))
				.header("Cookie", visitor.cookies())
				.build(), HttpResponse.BodyHandlers.ofByteArray());
		}
	}

	@Test
	void aFailedRowShowsItsWarningAndWhyItFailed() {
		UUID id = loaded(this.desk.as(Role.MAKER), 1);
		failed(id, 1);
		WithoutTriggers
			.sql(this.portal.jdbc(),
					"""
							UPDATE bulk_row SET warnings = '[{"column": "Name", "code": "NAME", "message": "Different name", "value": "Sita"}]'
							 WHERE bulk_file_id = '%s' AND row_number = 1
							"""
						.formatted(id))
			.update();
		Visitor.Page page = this.desk.as(Role.VIEWER).get("/bulk/" + id + "?rows=FAILED");
		assertThat(page.textOf("row-table")).contains("Different name", "Refused", "TXN20261123");
	}

	@Test
	void thePageIsReadAgainOnceTheFileHasAnotherState() {
		UUID id = loaded(this.desk.as(Role.MAKER), 1);
		Visitor viewer = this.desk.as(Role.VIEWER);
		String live = viewer.get("/bulk/" + id).document().select("#progress").attr("hx-get");
		assertThat(viewer.get(live).headers().firstValue("HX-Refresh")).isEmpty();
		failed(id, 1);
		assertThat(viewer.get(live).headers().firstValue("HX-Refresh")).contains("true");
	}

	@Test
	void theTemplateIsAWorkbookToo() {
		Visitor.Page template = this.desk.as(Role.MAKER).get("/bulk/template.xlsx");
		assertThat(template.header("Content-Type")).isEqualTo(BulkFormat.XLSX.mediaType());
		assertThat(template.body()).startsWith("PK");
	}

	/** The valid row became a payout, which failed. */
	private void failed(UUID id, int row) {
		WithoutTriggers
			.sql(this.portal.jdbc(),
					"""
							INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name, beneficiary_phone,
							                    account_number, ifsc, rail, amount_paise, commission_paise, gst_paise, status, response_code,
							                    response_message, source, bulk_file_id, bulk_row_number, completed_at)
							SELECT business_id, 'TXN20261123' || upper(translate(right(gen_random_uuid()::text, 10), 'ilou', '0000')), beneficiary_id,
							       beneficiary_code, name, phone_number, account_number, ifsc, 'I', 1000, 0, 0, 12, 'BANK_REFUSED', 'Refused', 'BULK',
							       '%1$s', %3$d, now()
							  FROM beneficiary WHERE business_id = '%2$s' LIMIT 1;
							UPDATE bulk_file SET status = 'FAILED', released_by = 'pk_1', released_at = now(), completed_at = now(), released_rows = 1,
							                     failed_rows = 1 WHERE bulk_file_id = '%1$s'
							"""
						.formatted(id, this.desk.id(), row))
			.update();
	}

	/** A valid row without errors, an invalid one without repetition, or a duplicate. */
	private void row(UUID id, int number, String cells, @Nullable String errors) {
		this.portal.jdbc()
			.sql("""
					INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, name, phone_number, account_number, ifsc, rail,
					                      amount_paise, commission_paise, gst_paise, errors)
					VALUES (:business, :id, :number, CASE WHEN :errors::text IS NULL THEN 'VALID' WHEN :errors = '[]' THEN 'INVALID' ELSE 'DUPLICATE' END,
					        :cells::text[], 'A name', '9876543210', '123456789012', 'HDFC0000001', 'I', 3000, 0, 0, :errors::jsonb)
					""")
			.param("business", this.desk.id())
			.param("id", id)
			.param("number", number)
			.param("cells", cells)
			.param("errors", errors)
			.update();
	}

	/** Uploads a file and loads it as batch-jobs does: a valid row and an invalid one. */
	private UUID loaded(Visitor maker, int peopleNeeded) {
		UUID id = UUID
			.fromString(maker.upload("/bulk", "payouts.csv", content()).location().substring("/bulk/".length()));
		load(id, peopleNeeded);
		return id;
	}

	private void load(UUID id, int peopleNeeded) {
		this.portal.jdbc()
			.sql("""
					INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, name, phone_number, account_number, ifsc, rail,
					                      amount_paise, commission_paise, gst_paise, errors)
					VALUES (:business, :id, 1, 'VALID', '{Sita Devi,10.00}', 'Sita Devi', '9876543210', '123456789012', 'HDFC0000001', 'I', 1000, 0, 0, NULL),
					       (:business, :id, 2, 'INVALID', '{Bad Row,20.00}', 'Bad Row', NULL, NULL, NULL, NULL, 2000, NULL, NULL,
					        '[{"column": "IFSC", "code": "INVALID", "message": "IFSC is invalid", "value": "XX••"}]')
					""")
			.param("business", this.desk.id())
			.param("id", id)
			.update();
		this.portal.jdbc()
			.sql("""
					UPDATE bulk_file SET status = 'AWAITING_RELEASE', loaded_at = now(), due_at = NULL, headings = '{Name,Amount}', rows_read = 2,
					       valid_rows = 1, invalid_rows = 1, total_paise = 3000, valid_paise = 1000, debit_paise = 1000, people_needed = :people,
					       changed_by = 'load'
					 WHERE bulk_file_id = :id
					""")
			.param("people", peopleNeeded)
			.param("id", id)
			.update();
	}

	private byte[] content() {
		return ("Name,Amount\nSita Devi,10.00\nNumber %d,20.00\n".formatted(this.files++))
			.getBytes(StandardCharsets.UTF_8);
	}

	private int uploads() {
		return this.portal.jdbc().sql("SELECT count(stored_as) FROM bulk_file").query(Integer.class).single();
	}

}
