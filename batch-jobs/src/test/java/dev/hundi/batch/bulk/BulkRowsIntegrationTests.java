package dev.hundi.batch.bulk;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkRow;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.BulkDecisionResult;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.RowError;
import dev.hundi.business.ChangeLimits;
import dev.hundi.business.PayoutLimits;
import dev.hundi.list.Page;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.time.India;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.dao.DataIntegrityViolationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is reported of each row before the release, and what a row passes on.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BulkRowsIntegrationTests {

	private static final String HEADINGS = "Name,Phone,Account Number,IFSC,Amount,Rail,Merchant Reference\n";

	private BulkOnDatabase bulk;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.bulk = BulkOnDatabase.start(directory);
	}

	@AfterAll
	void stop() {
		this.bulk.close();
	}

	@Test
	void reportsEveryErrorOfARow() {
		TestBusiness business = this.bulk.business();
		BulkFile file = this.bulk.upload(business, HEADINGS + """
				Rao,12345,123,HDFC1,"1,50.00",X,
				,9876543210,1.23457E+11,HDFC0000001,0,I,
				Rao,9876543210,00123456789,HDFC0000001,500000.01,I,
				Rao,9876543210,00123456789,HDFC0000001,1.00,R,
				Rao,9876543210,00123456789,HDFC0000001,1.00,U,
				Rao,9876543210,00123456789,HDFC0000001,1.00
				""");
		assertThat(this.bulk.rejection(file).code()).isEqualTo("NO_VALID_ROWS");
		List<BulkRow> rows = this.bulk.rows(file);
		assertThat(codes(rows.get(0))).containsExactly("Rail INVALID", "Amount INVALID", "Phone INVALID",
				"Account Number INVALID", "IFSC INVALID");
		assertThat(rows.get(0).errors().get(3).value()).isEqualTo("•••");
		assertThat(codes(rows.get(1))).containsExactly("Amount NOT_POSITIVE", "Account Number SCIENTIFIC_NOTATION",
				"Name REQUIRED");
		assertThat(codes(rows.get(2))).containsExactly("Amount AMOUNT_ABOVE_RAIL_MAXIMUM");
		assertThat(codes(rows.get(3))).containsExactly("Amount AMOUNT_BELOW_RAIL_MINIMUM");
		assertThat(codes(rows.get(4))).containsExactly("Rail RAIL_TARGET_MISMATCH");
		assertThat(codes(rows.get(5))).containsExactly("Row CELL_COUNT");
	}

	/** Two references of twelve digits would be one after a spreadsheet wrote them. */
	@Test
	void refusesReferencesThatASpreadsheetHasShortened() {
		BulkFile file = this.bulk.loaded(this.bulk.business(), HEADINGS + """
				Rao,9876543210,00123456789,HDFC0000001,1.00,I,1.23457E+11
				Rao,9876543210,00123456789,HDFC0000001,2.00,I,5E+15
				Rao,9876543210,00123456789,HDFC0000001,3.00,I,12E5
				Rao,9876543210,00123456789,HDFC0000001,4.00,I,PO-1.2E+11
				""");
		assertThat(this.bulk.rows(file).stream().map(BulkRowsIntegrationTests::codes)).containsExactly(
				List.of("Merchant Reference SCIENTIFIC_NOTATION"), List.of("Merchant Reference SCIENTIFIC_NOTATION"),
				List.of(), List.of());
	}

	@Test
	void reportsOneErrorPerCellWithItsOwnCode() {
		BulkFile file = this.bulk.upload(this.bulk.business(), """
				Beneficiary ID,Name,Phone,Account Number,IFSC,VPA,Amount,Rail,Merchant Reference,Remarks
				,Rao,9876543210,00123456789,HDFC0000001,,1.00,I,PAY\u0007-1,
				,Rao\u0007,9876543210,00123456789,HDFC\u00070000001,,1.00,I,,
				,Rao,9876543210,00123456789,HDFC0000001,,1.00,I,,Rent\u0007
				,Rao,9876543210,00123456789,HDFC0000001,,99999999999999.99,N,,
				,Rao,9876543210,00123456789,HDFC0000001,,12345678901.00,N,,
				,Rao,9876543210,,,rao\u0007@upi,1.00,U,,
				rao\u0007,Rao,,,,,1.00,I,,
				,Rao,9876543210,,,,1.00,I,,
				,Rao \u202E,9876543210,00123456789,HDFC0000001,,1.00,I,,
				,\u200B,9876543210,00123456789,HDFC0000001,,1.00,I,,
				""");
		assertThat(this.bulk.rejection(file).code()).isEqualTo("NO_VALID_ROWS");
		assertThat(this.bulk.rows(file).stream().map(BulkRowsIntegrationTests::codes)).containsExactly(
				List.of("Merchant Reference INVALID"), List.of("IFSC INVALID", "Name INVALID"),
				List.of("Remarks INVALID"), List.of("Amount AMOUNT_ABOVE_RAIL_MAXIMUM"),
				List.of("Amount AMOUNT_ABOVE_RAIL_MAXIMUM"), List.of("VPA INVALID"), List.of("Beneficiary ID INVALID"),
				List.of("Account Number REQUIRED"), List.of("Name INVALID"), List.of("Name REQUIRED"));
		assertThat(this.bulk.rows(file).getFirst().errors().getFirst().message())
			.isEqualTo("Merchant Reference must not contain control characters");
	}

	@Test
	void reportsUnknownArchivedAndUnsuitableBeneficiaries() {
		TestBusiness business = this.bulk.business();
		String code = this.bulk.jdbc.sql("SELECT beneficiary_code FROM beneficiary WHERE business_id = :id")
			.param("id", business.id())
			.query(String.class)
			.single();
		this.bulk.jdbc.sql("""
				INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, vpa, status)
				VALUES (:id, 'BEN' || upper(substr(md5(:id::text), 1, 8)), 'Old', '9876543210', 'old@upi', 0)
				""").param("id", business.id()).update();
		BulkFile file = this.bulk.loaded(business, """
				Beneficiary Code,Beneficiary ID,VPA,Name,Phone,Amount,Rail
				%s,,,,,10,I
				%s,,,,,11,U
				BEN00000000,,,,,12,I
				,%s,,,,13,I
				,,OLD@upi,Old,9876543210,14,U
				""".formatted(code.toLowerCase(Locale.ROOT), code, UUID.randomUUID()));
		assertThat(this.bulk.rows(file).stream().map(BulkRowsIntegrationTests::codes)).containsExactly(List.of(),
				List.of("Beneficiary Code RAIL_TARGET_MISMATCH"), List.of("Beneficiary Code BENEFICIARY_NOT_FOUND"),
				List.of("Beneficiary ID BENEFICIARY_NOT_FOUND"), List.of("VPA BENEFICIARY_INACTIVE"));
	}

	/** An erased beneficiary cannot be reactivated, so no row may ask for that. */
	@Test
	void reportsErasedBeneficiariesAsUnknownAndRegistersTheirTargetsAgain() {
		TestBusiness business = this.bulk.business();
		this.bulk.jdbc.sql("""
				INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, vpa, status)
				VALUES (:id, 'BEN' || upper(substr(md5(:id::text), 1, 8)), 'Gone', '9876543210', 'gone@upi', 0)
				""").param("id", business.id()).update();
		String gone = this.bulk.jdbc.sql(
				"SELECT beneficiary_id || ',' || beneficiary_code FROM beneficiary WHERE business_id = :id AND vpa = 'gone@upi'")
			.param("id", business.id())
			.query(String.class)
			.single();
		this.bulk.jdbc.sql(
				"SELECT erase_beneficiary(business_id, beneficiary_id) FROM beneficiary WHERE business_id = :id AND vpa = 'gone@upi'")
			.param("id", business.id())
			.query((row) -> {
			});
		BulkFile file = this.bulk.loaded(business, """
				Beneficiary ID,Beneficiary Code,VPA,Name,Phone,Amount,Rail
				%s,,,,,10,U
				,%s,,,,11,U
				,,gone@upi,Gone,9876543210,12,U
				""".formatted((Object[]) gone.split(",")));
		assertThat(this.bulk.rows(file).stream().map(BulkRowsIntegrationTests::codes)).containsExactly(
				List.of("Beneficiary ID BENEFICIARY_NOT_FOUND"), List.of("Beneficiary Code BENEFICIARY_NOT_FOUND"),
				List.of());
	}

	@Test
	void warnsOfOtherNamesAndAlmostEqualReferencesBeforeTheRelease() {
		TestBusiness business = this.bulk.business();
		this.bulk
			.released(this.bulk.loaded(business, HEADINGS + "Rao,9876543210,100000000001,HDFC0000001,1,I,Inv-1\n"));
		String known = this.bulk.jdbc
			.sql("""
					SELECT beneficiary_id || ',' || account_number FROM beneficiary WHERE business_id = :id AND name = 'Ramesh Kumar'
					""")
			.param("id", business.id())
			.query(String.class)
			.single();
		String id = known.split(",")[0];
		BulkFile file = this.bulk.loaded(business, """
				Beneficiary ID,Name,Phone,Account Number,IFSC,Amount,Rail,Merchant Reference
				%1$s,ramesh  KUMAR.,,,,1,I,inv-1
				%1$s,Suresh Kumar,,,,2,I,A-1
				,Suresh Kumar,,%2$s,HDFC0000001,3,I,a-1
				,New One,,999999999999,HDFC0000001,4,I,B-1
				,New One,9876543210,999999999999,HDFC0000001,5,I,B-2
				""".formatted(id, known.split(",")[1]));
		assertThat(this.bulk.rows(file).stream().map((row) -> codes(row.warnings()))).containsExactly(
				List.of("Merchant Reference REFERENCE_DIFFERS_IN_CASE"), List.of("Name NAME_DIFFERS"),
				List.of("Merchant Reference REFERENCE_DIFFERS_IN_CASE", "Name NAME_DIFFERS"), List.of(), List.of());
		assertThat(this.bulk.rows(file).stream().map(BulkRowsIntegrationTests::codes)).containsExactly(List.of(),
				List.of(), List.of(), List.of("Phone REQUIRED"), List.of());
		List<BulkRow> warned = this.bulk.bean(BulkFiles.class)
			.rows(business.id(), file.bulkFileId(), null, true, new Page(10, 0));
		assertThat(warned).extracting(BulkRow::rowNumber).containsExactly(1, 2, 3);
		assertThat(warned.get(0).warnings().getFirst().message()).matches("The merchant reference of payout TXN.*case");
		assertThat(warned.get(2).warnings()).extracting(RowError::message)
			.containsExactly("The merchant reference of row 2 differs only in case",
					"The beneficiary is registered as Ramesh Kumar and is paid under that name");
		assertThat(file.rows().warned()).isEqualTo(3);

		this.bulk.released(file);

		assertThat(this.bulk.jdbc
			.sql("SELECT beneficiary_name FROM payout WHERE bulk_file_id = :id ORDER BY bulk_row_number")
			.param("id", file.bulkFileId())
			.query(String.class)
			.list()).containsExactly("Ramesh Kumar", "Ramesh Kumar", "Ramesh Kumar", "New One");
	}

	/** Rows that cannot be read are no reason to overlook two that are alike. */
	@Test
	void marksRepeatedRowsBesideInvalidOnes() {
		BulkFile file = this.bulk.loaded(this.bulk.business(), HEADINGS + """
				Rao,9876543210,100000000001,HDFC0000001,1,I,A-1
				Rao,9876543210,100000000001,HDFC0000001,2,I,A-1
				Rao,9876543210,100000000001,HDFC0000001,x,I,B-1
				Rao,9876543210,100000000001,HDFC0000001,x,I,B-2
				""");
		assertThat(this.bulk.rows(file).stream().map(BulkRowsIntegrationTests::codes)).containsExactly(List.of(),
				List.of("Merchant Reference DUPLICATE_IN_FILE"), List.of("Amount INVALID"), List.of("Amount INVALID"));
	}

	@Test
	void rejectsAReleaseWithoutAPhoneNumberForAnAccountThatIsNoLongerRegistered() {
		TestBusiness business = this.bulk.business();
		String account = this.bulk.jdbc.sql("SELECT account_number FROM beneficiary WHERE business_id = :id")
			.param("id", business.id())
			.query(String.class)
			.single();
		BulkFile file = this.bulk.loaded(business, HEADINGS + "Ramesh Kumar,,%s,HDFC0000001,1,I,\n".formatted(account));
		this.bulk.jdbc.sql("UPDATE beneficiary SET account_number = '900000000001' WHERE business_id = :id")
			.param("id", business.id())
			.update();
		assertThat(release(file)).isInstanceOf(BulkDecisionResult.Done.class);
		assertThat(this.bulk.rejection(file))
			.isEqualTo(new BulkFile.Rejection("NO_VALID_ROWS", "No row of the file can be paid"));
		assertThat(this.bulk.rows(file).stream().map(BulkRowsIntegrationTests::codes))
			.containsExactly(List.of("Phone REQUIRED"));
		assertThat(this.bulk.payouts(file)).isZero();
		assertThat(release(file)).isInstanceOf(BulkDecisionResult.WrongStatus.class);
	}

	/** The staff lowers a limit to stop payouts, also those that wait for a release. */
	@Test
	void releasesNoRowOutsideThePresentLimits() {
		TestBusiness business = this.bulk.business();
		BulkFile file = this.bulk.loaded(business, HEADINGS + """
				Rao,9876543210,100000000001,HDFC0000001,1,I,A-1
				Rao,9876543210,100000000001,HDFC0000001,7,N,A-2
				Rao,9876543210,100000000001,HDFC0000001,20,N,A-3
				Rao,9876543210,100000000001,HDFC0000001,9,I,A-4
				""");
		ChangeLimits limits = OwnerBeans.bean(this.bulk.database.url(), null, ChangeLimits.class);
		limits.set(business.id(), new PayoutLimits(
				Map.of(Rail.IMPS, new RailLimits.Range(2_00, 50_00), Rail.NEFT, new RailLimits.Range(1_00, 8_00)),
				8_50L));
		this.bulk.released(file);
		assertThat(this.bulk.rows(file).stream().map(BulkRowsIntegrationTests::codes)).containsExactly(
				List.of("Amount AMOUNT_BELOW_RAIL_MINIMUM"), List.of(), List.of("Amount AMOUNT_ABOVE_RAIL_MAXIMUM"),
				List.of("Amount AMOUNT_ABOVE_RAIL_MAXIMUM"));
		assertThat(this.bulk.rows(file).getLast().errors().getFirst().message())
			.isEqualTo("Amount is above the business's limit for one payout");
		assertThat(this.bulk.payouts(file)).isOne();
		assertThat(this.bulk.now(file).rows().invalid()).isEqualTo(3);

		BulkFile other = this.bulk.loaded(business, HEADINGS + "Rao,9876543210,100000000001,HDFC0000001,7,N,B-1\n");
		limits.set(business.id(), new PayoutLimits(Map.of(), 5_00L));
		assertThat(release(other)).isInstanceOf(BulkDecisionResult.Done.class);
		assertThat(this.bulk.rejection(other).code()).isEqualTo("NO_VALID_ROWS");
		assertThat(this.bulk.payouts(other)).isZero();
	}

	@Test
	void passesRemarksOnAsNarration() {
		TestBusiness business = this.bulk.business();
		String row = "Rao,9876543210,00123456789,HDFC0000001,%d,I,%s\n";
		BulkFile file = this.bulk.loaded(business,
				"Name,Phone,Account Number,IFSC,Amount,Rail,Remarks\n" + row.formatted(1, "*Sälary: Nov/2026*")
						+ row.formatted(2, "Rent of the warehouse in Bhiwandi") + row.formatted(3, "वेतन")
						+ row.formatted(4, ""));
		assertThat(this.bulk.rows(file)).extracting(BulkRow::narration)
			.containsExactly("Salary Nov 2026", "Rent of the warehouse in Bhiwa", null, null);
		this.bulk.released(file);
		assertThat(this.bulk.jdbc
			.sql("SELECT coalesce(narration, '-') FROM payout WHERE bulk_file_id = :id ORDER BY bulk_row_number")
			.param("id", file.bulkFileId())
			.query(String.class)
			.list()).containsExactly("Salary Nov 2026", "Rent of the warehouse in Bhiwa", "-", "-");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.bulk.jdbc.sql("UPDATE payout SET narration = 'Other' WHERE bulk_file_id = :id")
				.param("id", file.bulkFileId())
				.update())
			.withMessageContaining("may not change what was accepted");
	}

	private BulkDecisionResult release(BulkFile file) {
		return this.bulk.bean(DecideBulkFile.class)
			.release(file.businessId(), file.bulkFileId(), BulkOnDatabase.CHECKER);
	}

	private static List<String> codes(BulkRow row) {
		return codes(row.errors());
	}

	/** A person plans the release, or waits with it. */
	@Test
	void warnsOfAPaymentMessageForALaterDay() {
		String message = """
				<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
				<GrpHdr><NbOfTxs>2</NbOfTxs></GrpHdr>%s%s</CstmrCdtTrfInitn></Document>
				""";
		String payment = """
				<PmtInf><ReqdExctnDt><Dt>%1$s</Dt></ReqdExctnDt><CdtTrfTxInf><PmtId><EndToEndId>%1$s</EndToEndId></PmtId>
				<PmtTpInf><LclInstrm><Prtry>UPI</Prtry></LclInstrm></PmtTpInf><Amt><InstdAmt Ccy="INR">12.34</InstdAmt></Amt>
				<Cdtr><Nm>Sita</Nm><CtctDtls><MobNb>+91-9876543210</MobNb></CtctDtls></Cdtr>
				<CdtrAcct><Id><Othr><Id>sita@upi</Id></Othr></Id></CdtrAcct></CdtTrfTxInf></PmtInf>
				""";
		LocalDate later = India.dateOf(Instant.now()).plusDays(5);
		BulkFile file = this.bulk.reached(
				this.bulk.upload(this.bulk.business(), BulkFormat.PAIN001,
						message.formatted(payment.formatted(later.minusDays(6)), payment.formatted(later))
							.getBytes(StandardCharsets.UTF_8),
						ReleaseMode.VALID_ROWS, null, null),
				BulkStatus.AWAITING_RELEASE);
		assertThat(file.rows().warned()).isEqualTo(1);
		assertThat(this.bulk.rows(file).stream().map((row) -> codes(row.warnings()))).containsExactly(List.of(),
				List.of("Row LATER_DAY"));
		assertThat(this.bulk.rows(file).getLast().warnings().getFirst()).isEqualTo(new RowError("Row", "LATER_DAY",
				"The file asks for this payment on " + later + ", but it is paid when the file is released",
				later.toString()));
	}

	private static List<String> codes(List<RowError> errors) {
		return errors.stream().map((error) -> error.column() + " " + error.code()).toList();
	}

}
