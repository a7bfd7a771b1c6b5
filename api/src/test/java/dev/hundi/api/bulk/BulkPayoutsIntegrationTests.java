package dev.hundi.api.bulk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.api.ApiSettings;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.KeptConnection;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.bulk.BulkDecisionResult;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.wallet.TopUpWallet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class BulkPayoutsIntegrationTests {

	private final Merchant merchant = new Merchant();

	@Test
	void storesUploadByteForByte() throws Exception {
		String content = "\ufeffName,Amount\r\n" + UUID.randomUUID() + ",\"1\"\r\n";
		Answer answer = this.merchant.send(LoadedFile.call(
				"fileName=My%20file.CSV&clientReference=C-1&rowCount=1&totalAmount=1.00&releaseMode=ALL_OR_NOTHING",
				content));

		assertThat(answer.status()).isEqualTo(202);
		JsonNode file = answer.data();
		assertThat(file.path("status").asString()).isEqualTo("LOADING");
		assertThat(file.path("fileName").asString()).isEqualTo("My file.CSV");
		assertThat(file.path("clientReference").asString()).isEqualTo("C-1");
		assertThat(file.path("declaredRows").asInt()).isEqualTo(1);
		assertThat(file.path("declaredTotal").asString()).isEqualTo("1.00");
		assertThat(file.path("releaseMode").asString()).isEqualTo("ALL_OR_NOTHING");
		assertThat(file.path("uploadedBy").asString()).isEqualTo(this.merchant.key().apiKey());
		Path stored = stored().resolve(storedAs(file.path("bulkFileId").asString()));
		assertThat(Files.readString(stored)).isEqualTo(content);
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(stored))).isEqualTo("rw-------");
		assertThat(this.merchant.send(Call.get("/v1/bulk-payouts")).data().get(0)).isEqualTo(file);
		assertThat(this.merchant.send(Call.get("/v1/bulk-payouts/" + file.path("bulkFileId").asString())).data())
			.isEqualTo(file);
	}

	@Test
	void keepsNothingOfUnauthenticatedUploads() throws Exception {
		Call upload = LoadedFile.call("fileName=a.csv", "Name,Amount\nx,1\n");
		long before = files();
		assertThat(this.merchant.send(upload.signature("0".repeat(64))).json().path("code").asString())
			.isEqualTo("signature_invalid");
		assertThat(this.merchant
			.send(LoadedFile.call("fileName=a.csv", "Name,Amount\nx,1\n")
				.bodyOnTheWire("Name,Amount\nx,9\n".getBytes(StandardCharsets.UTF_8)))
			.json()
			.path("code")
			.asString()).isEqualTo("signature_invalid");
		assertThat(this.merchant.send(Call.of("POST", "/v1/bulk-payouts").body(new byte[] { 'a' }).v1())
			.json()
			.path("code")
			.asString()).isEqualTo("hmac_v2_required");
		assertThat(this.merchant.send(LoadedFile.call("fileName=a.csv", "a").without("x-signature")).status())
			.isEqualTo(401);
		assertThat(files()).isEqualTo(before);
		assertThat(this.merchant.count("SELECT count(*) FROM bulk_file WHERE business_id = :id")).isZero();
	}

	@Test
	void rejectsDuplicateFile() throws Exception {
		String content = "Name,Amount\n" + UUID.randomUUID() + ",1\n";
		String first = this.merchant.send(LoadedFile.call("fileName=a.csv&clientReference=ONCE", content))
			.data()
			.path("bulkFileId")
			.asString();
		long before = files();
		for (Answer again : List.of(this.merchant.send(LoadedFile.call("fileName=b.csv", content)),
				LoadedFile.upload(this.merchant, "fileName=c.csv&clientReference=ONCE"))) {
			assertThat(again.status()).isEqualTo(409);
			assertThat(again.json().path("code").asString()).isEqualTo("bulk_file_exists");
			assertThat(again.data().path("bulkFileId").asString()).isEqualTo(first);
		}
		assertThat(files()).isEqualTo(before);
		assertThat(new Merchant().send(LoadedFile.call("fileName=a.csv", content)).status()).isEqualTo(202);
	}

	/** The last row cannot be read, when many are sent. */
	@Test
	void breaksTheConnectionOffIfTheResultCannotBeCompleted() throws Exception {
		String file = LoadedFile.create(this.merchant, 1);
		this.merchant.sql("""
				INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, errors)
				SELECT :id, '%s', n, 'INVALID', ARRAY[repeat('x', 100), 'ten'],
				       CASE WHEN n < 3000 THEN '[{"column":"Amount","code":"INVALID","message":"No amount"}]'::jsonb
				            ELSE '"no list"' END
				  FROM generate_series(3, 3000) AS n
				""".formatted(file));
		byte[] request = Call.get("/v1/bulk-payouts/" + file + "/result").keepAlive().bytes(this.merchant.key());

		try (KeptConnection connection = RunningApi.shared().connect().write(request)) {
			String answer = readToEnd(connection);

			assertThat(answer).startsWith("HTTP/1.1 200").contains("xxxxxxxx").doesNotContain("internal_error");
			assertThat(answer).as("the end of a whole answer").doesNotEndWith("\r\n0\r\n\r\n");
		}
	}

	/** A copy builds one workbook at a time, for all businesses. */
	@Test
	void workbooksHoldNoPlaceWhileTheyAreRead() throws Exception {
		String large = LoadedFile.create(this.merchant, 1);
		// Much more than the sockets of both sides buffer.
		this.merchant.sql("""
				INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, errors)
				SELECT :id, '%s', n, 'INVALID', ARRAY[lpad(n::text, 4000, 'x'), 'ten'],
				       '[{"column":"Amount","code":"INVALID","message":"No amount"}]'
				  FROM generate_series(3, 6000) AS n
				""".formatted(large));
		Merchant other = new Merchant();
		String small = LoadedFile.create(other, 1);
		byte[] request = Call.get("/v1/bulk-payouts/" + large + "/result?format=xls").bytes(this.merchant.key());

		try (KeptConnection slow = RunningApi.shared().connect().write(request)) {
			assertThat(slow.socket().getInputStream().read()).as("the start of the answer").isEqualTo('H');

			assertThat(other.send(Call.get("/v1/bulk-payouts/" + small + "/result?format=xls")).status())
				.isEqualTo(200);
		}
	}

	private static String readToEnd(KeptConnection connection) throws IOException {
		ByteArrayOutputStream read = new ByteArrayOutputStream();
		try {
			connection.socket().getInputStream().transferTo(read);
		}
		catch (SocketException ex) {
			// A reset is the end, too.
		}
		return read.toString(StandardCharsets.UTF_8);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "fileName=", "fileName=a.xlsx", "fileName=a.xlsm", "fileName=..%2Fa.csv",
			"fileName=a.csv&rowCount=-1", "fileName=a.csv&totalAmount=1", "fileName=a.csv&releaseMode=SOME",
			"fileName=a.csv&clientReference=", "fileName=a.csv&more=1", "fileName=a%E2%80%AEfdp.csv",
			"fileName=a.csv&clientReference=1%E2%81%A62" })
	void rejectsInvalidParameters(String query) {
		Answer answer = LoadedFile.upload(this.merchant, query);
		assertThat(answer.status()).isEqualTo(400);
		assertThat(answer.data().path("errors").size()).isPositive();
	}

	@Test
	void rejectsOtherMediaTypesAndEmptyFiles() {
		assertThat(this.merchant.send(Call.post("/v1/bulk-payouts?fileName=a.csv", "{}")).status()).isEqualTo(415);
		assertThat(this.merchant.send(LoadedFile.call("fileName=a.csv", "")).status()).isEqualTo(400);
	}

	@ParameterizedTest
	@CsvSource({ "a.csv, 'Name,Amount\n', CSV", "a.xlsx, 'PK\u0003\u0004', XLSX", "a.xls, 'Name,Amount\n', ",
			"a.xlsx, 'Name,Amount\n', ", "a.csv, 'PK\u0003\u0004', " })
	void detectsTheFormatOfFilesThatWindowsCallsExcel(String name, String content, @Nullable String format) {
		Answer answer = this.merchant.send(Call.of("POST", "/v1/bulk-payouts?fileName=" + name)
			.body((content + UUID.randomUUID()).getBytes(StandardCharsets.UTF_8))
			.header("Content-Type", "application/vnd.ms-excel"));
		assertThat(answer.status()).isEqualTo((format != null) ? 202 : 400);
		assertThat(answer.data().path("format").asString("")).isEqualTo((format != null) ? format : "");
	}

	@ParameterizedTest
	@CsvSource({ "csv, 504b0304140000000800", "csv, 255044462d312e370a", "csv, 7f454c46020101000000",
			"csv, 1f8b0800a1b2c3d40003", "csv, ffd8ffe000104a46494600010100000100", "csv, d0cf11e0a1b11ae10000",
			"xlsx, 4e616d652c416d6f756e74", "xlsx, d0cf11e0a1b11ae10000", "xml, 4e616d652c416d6f756e74",
			"xml, 504b0304140000000800" })
	void rejectsContentOfAnotherType(String extension, String hexadecimal) throws Exception {
		long before = files();
		Answer answer = this.merchant.send(content(extension, HexFormat.of().parseHex(hexadecimal)));
		assertThat(answer.refusal()).isEqualTo("415 unsupported_media_type");
		assertThat(files()).isEqualTo(before);
	}

	@ParameterizedTest
	@ValueSource(strings = { "UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "windows-1252" })
	void acceptsTextInEveryEncoding(String charset) throws Exception {
		String rows = "Name,Amount\r\n" + UUID.randomUUID() + "\u00e9,1\r\n";
		assertThat(this.merchant.send(content("csv", rows.getBytes(charset))).status()).isEqualTo(202);
		String xml = "<?xml version=\"1.0\"?><Document>" + UUID.randomUUID() + "</Document>";
		assertThat(this.merchant.send(content("xml", xml.getBytes(charset))).status()).isEqualTo(202);
	}

	private static Call content(String extension, byte[] bytes) {
		BulkFormat format = Arrays.stream(BulkFormat.values())
			.filter((each) -> each.extension().equals(extension))
			.findFirst()
			.orElseThrow();
		return Call.of("POST", "/v1/bulk-payouts?fileName=a." + extension)
			.body(bytes)
			.header("Content-Type", format.mediaType());
	}

	@Test
	void rejectsLargeAndTooManyFiles(@TempDir Path directory) throws Exception {
		try (RunningApi small = RunningApi.start(RunningApi.sharedDatabase(), "--hundi.bulk.max-size=100KB",
				"--hundi.bulk.loading-per-business=1", "--hundi.file-store=" + directory)) {
			IssuedKey key = this.merchant.key();
			String rows = "x".repeat(100 * 1024 - 1) + "\n";
			assertThat(small.send(LoadedFile.call("fileName=a.csv", rows + "y"), key).status()).isEqualTo(413);
			assertThat(small.send(LoadedFile.call("fileName=a.csv", rows), key).status()).isEqualTo(202);
			assertThat(small.send(LoadedFile.call("fileName=b.csv", "b"), key).status()).isEqualTo(429);
			try (Stream<Path> left = Files.walk(directory)) {
				assertThat(left.filter(Files::isRegularFile)).hasSize(1);
			}
		}
	}

	@Test
	void listsRowsByStatus() {
		String id = LoadedFile.create(this.merchant, 1);
		String rows = "/v1/bulk-payouts/" + id + "/rows";
		assertThat(this.merchant.send(Call.get(rows)).data().size()).isEqualTo(2);
		JsonNode invalid = this.merchant.send(Call.get(rows + "?status=INVALID&limit=1")).data();
		assertThat(invalid.size()).isEqualTo(1);
		assertThat(invalid.get(0).path("rowNumber").asInt()).isEqualTo(2);
		assertThat(invalid.get(0).path("errors").get(0).path("column").asString()).isEqualTo("Amount");
		assertThat(this.merchant.send(Call.get(rows + "?status=VALID&offset=1")).data().size()).isZero();
		assertThat(this.merchant.send(Call.get(rows + "?status=ANY")).status()).isEqualTo(400);
		JsonNode warned = this.merchant.send(Call.get(rows + "?warned=true")).data();
		assertThat(warned.size()).isEqualTo(1);
		assertThat(warned.get(0).path("narration").asString()).isEqualTo("Rent");
		assertThat(warned.get(0).path("warnings").get(0).path("code").asString()).isEqualTo("NAME_DIFFERS");
		assertThat(this.merchant.send(Call.get(rows + "?warned=1")).status()).isEqualTo(400);
		JsonNode file = this.merchant.send(Call.get("/v1/bulk-payouts/" + id)).data();
		assertThat(file.path("rows").path("warned").asInt()).isEqualTo(1);
		assertThat(file.path("outcome").isNull()).isTrue();
	}

	/** A file that a merchant did not find would be uploaded again. */
	@Test
	void aFileThatIsLoadingIsKnownButHasNoResult() {
		String id = LoadedFile.upload(this.merchant, "fileName=a.csv").data().path("bulkFileId").asString();

		assertThat(this.merchant.send(Call.get("/v1/bulk-payouts/" + id)).data().path("status").asString())
			.isEqualTo("LOADING");
		for (String part : List.of("result", "failed-rows")) {
			Answer answer = this.merchant.send(Call.get("/v1/bulk-payouts/" + id + "/" + part));
			assertThat(answer.refusal()).isEqualTo("404 bulk_file_not_found");
			assertThat(answer.json().path("message").asString()).isEqualTo("The rows of this file are not loaded");
		}
		assertThat(ErrorCode.BULK_FILE_NOT_FOUND.cause()).contains("its rows are not loaded");
	}

	/** Some of its rows would look like all of them. */
	@Test
	void aFileThatWasCancelledWhileItLoadedHasNoResult() {
		String id = LoadedFile.upload(this.merchant, "fileName=a.csv").data().path("bulkFileId").asString();
		this.merchant.sql("""
				INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, errors)
				VALUES (:id, '%1$s', 1, 'INVALID', ARRAY['Rao', 'ten'], '[]')
				""".formatted(id))
			.sql("UPDATE bulk_file SET headings = ARRAY['Name', 'Amount'] WHERE business_id = :id AND bulk_file_id = '%s'"
				.formatted(id));
		String path = "/v1/bulk-payouts/" + id;
		assertThat(this.merchant.send(Call.of("POST", path + "/cancel")).status()).isEqualTo(200);

		for (String part : List.of("/result", "/failed-rows", "/failed-rows?format=xlsx")) {
			assertThat(this.merchant.send(Call.get(path + part)).refusal()).isEqualTo("404 bulk_file_not_found");
		}
	}

	@Test
	void theUnpaidRowsOfACancelledFileAreAllItsRows() {
		String id = LoadedFile.create(this.merchant, 1);
		String path = "/v1/bulk-payouts/" + id;
		assertThat(this.merchant.send(Call.get(path + "/failed-rows")).body().lines()).as("the other may be released")
			.containsExactly("\ufeffName,Amount", "\"Rao, R\",ten");

		this.merchant.send(Call.of("POST", path + "/cancel"));

		assertThat(this.merchant.send(Call.get(path + "/failed-rows")).body().lines())
			.containsExactly("\ufeffName,Amount", "'=cmd(),10.00", "\"Rao, R\",ten");
	}

	/** What {@code rows.warned} counts is what {@code warned=true} lists. */
	@Test
	void listsTheWarningsOfRowsThatAreNotPaidBesideTheirErrorsOnly() {
		String id = LoadedFile.create(this.merchant, 1);
		this.merchant.sql("""
				UPDATE bulk_row
				   SET warnings = '[{"column":"Amount","code":"FORMULA_RESULT","message":"A formula","value":null}]'
				 WHERE business_id = :id AND bulk_file_id = '%s' AND status = 'INVALID'
				""".formatted(id));
		String rows = "/v1/bulk-payouts/" + id + "/rows";

		assertThat(this.merchant.send(Call.get(rows + "?warned=true")).data()).singleElement()
			.extracting((row) -> row.path("rowNumber").asInt())
			.isEqualTo(1);
		assertThat(this.merchant.send(Call.get(rows + "?warned=true&status=INVALID")).data()).isEmpty();
		assertThat(
				this.merchant.send(Call.get(rows + "?status=INVALID")).data().get(0).at("/warnings/0/code").asString())
			.isEqualTo("FORMULA_RESULT");
	}

	@Test
	void resultHasMerchantColumnsFollowedByResultColumns() {
		String id = LoadedFile.create(this.merchant, 1);
		Answer csv = this.merchant.send(Call.get("/v1/bulk-payouts/" + id + "/result"));
		assertThat(csv.header("Content-Type")).isEqualTo("text/csv;charset=UTF-8");
		assertThat(csv.header("Content-Disposition")).contains(id);
		assertThat(csv.body().lines()).containsExactly(
				"\ufeffName,Amount,Row Number,Status,Payout ID,Transaction ID,UTR,Narration,Error Code,Error Field,Error Message,Warnings,Updated At",
				"'=cmd(),10.00,1,VALID,,,,Rent,,,,Another name,",
				"\"Rao, R\",ten,2,INVALID,,,,,INVALID,Amount,No amount,,");
		Answer xls = this.merchant.send(Call.get("/v1/bulk-payouts/" + id + "/result?format=xls"));
		assertThat(xls.header("Content-Type")).isEqualTo("application/vnd.ms-excel");
		assertThat(xls.body()).contains("Rao, R");
		assertThat(this.merchant.send(Call.get("/v1/bulk-payouts/" + id + "/failed-rows")).body().lines())
			.containsExactly("\ufeffName,Amount", "\"Rao, R\",ten");
		Answer xlsx = this.merchant.send(Call.get("/v1/bulk-payouts/" + id + "/failed-rows?format=xlsx"));
		assertThat(xlsx.header("Content-Type")).isEqualTo(BulkFormat.XLSX.mediaType());
		assertThat(xlsx.header("Content-Disposition")).contains(id + "-failed.xlsx");
		assertThat(xlsx.body()).startsWith("PK");
		assertThat(this.merchant.send(Call.get("/v1/bulk-payouts/" + id + "/result?format=pdf")).status())
			.isEqualTo(400);
		this.merchant.sql(
				"UPDATE bulk_file SET rows_read = 50001, valid_rows = 50000 WHERE bulk_file_id = '%s' AND business_id = :id"
					.formatted(id));
		assertThat(this.merchant.send(Call.get("/v1/bulk-payouts/" + id + "/result?format=xls")).status())
			.isEqualTo(400);
	}

	/** Alone in another file, nothing would show that such a row was paid. */
	@Test
	void unpaidRowsLeaveOutRepetitionsWithoutAReference() {
		String id = LoadedFile.create(this.merchant, 1);
		String repeats = """
				[{"column": "Merchant Reference", "code": "DUPLICATE_IN_FILE", "message": "Row 1 pays the same", "value": null}]""";
		this.merchant
			.sql("""
					INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, merchant_reference_id, errors)
					VALUES (:id, '%1$s', 3, 'DUPLICATE', ARRAY['without', '1.00'], NULL, '%2$s'),
					       (:id, '%1$s', 4, 'DUPLICATE', ARRAY['with', '1.00'], 'R-1', '%2$s')
					"""
				.formatted(id, repeats));
		String unpaid = "/v1/bulk-payouts/" + id + "/failed-rows";
		assertThat(this.merchant.send(Call.get(unpaid)).body().lines()).containsExactly("\ufeffName,Amount",
				"\"Rao, R\",ten", "with,1.00");
		assertThat(this.merchant.send(Call.get("/v1/bulk-payouts/" + id + "/result")).body()).contains("without,1.00");
	}

	@Test
	void offersTemplateInBothFormats() {
		Answer csv = this.merchant.send(Call.get("/v1/bulk-payouts/template"));
		assertThat(csv.body())
			.isEqualTo("\ufeffBeneficiary ID,Beneficiary Code,Name,Phone,Email,Account Number,IFSC,VPA,Amount,Rail,"
					+ "Merchant Reference,Remarks\r\n");
		Answer xlsx = this.merchant.send(Call.get("/v1/bulk-payouts/template?format=xlsx"));
		assertThat(xlsx.body()).startsWith("PK");
		assertThat(xlsx.header("Content-Type")).endsWith("spreadsheetml.sheet");
		assertThat(this.merchant.send(Call.get("/v1/bulk-payouts/template?format=xls")).status()).isEqualTo(400);
	}

	/** One person may upload in the portal and hold the key as well. */
	@Test
	void aKeyIsNoSecondPersonForAFileThatAPersonUploaded() {
		RunningApi.shared().bean(TopUpWallet.class).topUp(this.merchant.businessId(), 2472, "UTR-PERSON", "A top-up");
		UUID person = UUID.randomUUID();
		String two = LoadedFile.ofPerson(this.merchant, person, 2);
		Answer refused = this.merchant.send(Call.of("POST", "/v1/bulk-payouts/" + two + "/release"));
		assertThat(refused.json().path("code").asString()).isEqualTo("second_person_required");
		assertThat(refused.json().path("message").asString()).contains("in the portal");
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> this.merchant
			.sql("""
					UPDATE bulk_file SET status = 'RELEASING', released_by = 'pk_x', released_at = now(), changed_by = 'pk_x'
					 WHERE business_id = :id AND bulk_file_id = '%s'
					"""
				.formatted(two)))
			.withMessageContaining("a person releases");
		assertThat(RunningApi.shared()
			.bean(DecideBulkFile.class)
			.release(this.merchant.businessId(), UUID.fromString(two), "person:" + UUID.randomUUID()))
			.isInstanceOf(BulkDecisionResult.Done.class);
		String one = LoadedFile.ofPerson(this.merchant, person, 1);
		assertThat(this.merchant.send(Call.of("POST", "/v1/bulk-payouts/" + one + "/release"))
			.data()
			.path("status")
			.asString()).isEqualTo("RELEASING");
	}

	@Test
	void releaseRequiresAnotherKeyThanUpload() {
		String id = LoadedFile.create(this.merchant, 2);
		Call release = Call.of("POST", "/v1/bulk-payouts/" + id + "/release");
		assertThat(this.merchant.send(release).json().path("code").asString()).isEqualTo("second_person_required");
		IssuedKey checker = RunningApi.shared().bean(ApiKeys.class).issue(this.merchant.businessId());
		Answer poor = RunningApi.shared().send(Call.of("POST", "/v1/bulk-payouts/" + id + "/release"), checker);
		assertThat(poor.json().path("code").asString()).isEqualTo("insufficient_balance");
		assertThat(poor.data().path("spendable").asString()).isEqualTo("0.00");
		assertThat(poor.data().path("amounts").path("totalDebit").asString()).isEqualTo("12.36");
		RunningApi.shared().bean(TopUpWallet.class).topUp(this.merchant.businessId(), 1236, "UTR" + id, "A top-up");
		for (int i = 0; i < 2; i++) {
			Answer released = RunningApi.shared().send(Call.of("POST", "/v1/bulk-payouts/" + id + "/release"), checker);
			assertThat(released.data().path("status").asString()).isEqualTo("RELEASING");
			assertThat(released.data().path("releasedBy").asString()).isEqualTo(checker.apiKey());
		}
		assertThat(this.merchant.send(Call.of("POST", "/v1/bulk-payouts/" + id + "/cancel"))
			.json()
			.path("code")
			.asString()).isEqualTo("bulk_file_not_open");
	}

	@ParameterizedTest
	@CsvSource({ "GET, ''", "GET, /rows", "GET, /result", "GET, /failed-rows", "POST, /release", "POST, /cancel" })
	void hidesFilesOfOtherBusinesses(String method, String path) {
		String id = LoadedFile.create(new Merchant(), 1);
		Answer answer = this.merchant.send(Call.of(method, "/v1/bulk-payouts/" + id + path));
		assertThat(answer.status()).isEqualTo(404);
		assertThat(answer.json().path("code").asString()).isEqualTo("bulk_file_not_found");
		assertThat(this.merchant.send(Call.of(method, "/v1/bulk-payouts/no-uuid" + path)).status()).isEqualTo(400);
	}

	private String storedAs(String id) {
		return JdbcClient.create(RunningApi.sharedDatabase().dataSource())
			.sql("SELECT stored_as FROM bulk_file WHERE bulk_file_id = :id::uuid")
			.param("id", id)
			.query(String.class)
			.single();
	}

	private static Path stored() {
		return RunningApi.shared().bean(ApiSettings.class).fileStore();
	}

	private static long files() throws Exception {
		Path folder = stored().resolve("bulk-file");
		if (!Files.exists(folder)) {
			return 0;
		}
		try (Stream<Path> files = Files.list(folder)) {
			return files.count();
		}
	}

}
