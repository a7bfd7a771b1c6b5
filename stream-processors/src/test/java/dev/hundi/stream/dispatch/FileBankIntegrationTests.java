package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.bank.BankFiles;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.PayoutKey;
import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;
import dev.hundi.digest.Sha256;
import dev.hundi.payout.Rail;
import dev.hundi.signature.FileTrust;
import dev.hundi.signature.Signatures;
import dev.hundi.signature.TestBundles;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.TestMoney;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A bank with file exchange through shared directories. */
class FileBankIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final TestMoney money = new TestMoney(database.dataSource());

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final TestBusiness business = TestBusiness.create(database);

	private final Path directory;

	private final String bank;

	private final Dispatching dispatch;

	FileBankIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
		this.bank = "files-" + UUID.randomUUID().toString().substring(0, 8);
		this.dispatch = Dispatching.with(database).fileBank(this.bank, directory).start();
	}

	@AfterAll
	static void closeDatabase() {
		database.close();
	}

	@AfterEach
	void close() {
		this.dispatch.close();
	}

	@Test
	void sendsPayoutsInOneFileAndSettlesThemByTheStatusReport() throws Exception {
		UUID narrated = money.debitedPayout(this.business, "N");
		WithoutTriggers.run(database.dataSource(),
				(session) -> session.sql("UPDATE payout SET narration = 'Salary Nov 2026' WHERE payout_id = :id")
					.param("id", narrated)
					.update());
		UUID paid = dispatched(narrated);
		UUID refused = dispatched();
		UUID unreported = dispatched();
		this.dispatch.exchangeFiles();
		List<Path> out = files("out");
		assertThat(out).hasSize(1);
		assertThat(Files.readString(out.getFirst())).contains(BankReference.of(paid), BankReference.of(refused),
				BankReference.of(unreported), "<NbOfTxs>3</NbOfTxs>", "<CtrlSum>300.00</CtrlSum>",
				"<Ustrd>Salary Nov 2026</Ustrd>", "<Ustrd>TXN");
		assertThat(this.business.status(paid)).isEqualTo("4 DISPATCHED");
		send("first", status(paid, "ACSP", ""),
				status(refused, "RJCT", "<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>"));
		exchangeAndAwait(refused, "12 BENEFICIARY_ACCOUNT_FROZEN");
		exchangeAndAwait(paid, "4 BANK_ACKNOWLEDGED");
		send("second", entry(paid, "DBIT", "100.00", ""));
		exchangeAndAwait(paid, "11 SUCCESS");
		assertThat(this.business.stages(paid)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED",
				"BANK_ACKNOWLEDGED", "SUCCESS");
		assertThat(this.jdbc.sql("SELECT utr FROM payout WHERE payout_id = :id")
			.param("id", paid)
			.query(String.class)
			.single()).isEqualTo(utr(paid));
		assertThat(this.business.status(unreported)).as("unreported").isEqualTo("4 DISPATCHED");
		assertThat(files("in")).isEmpty();
		assertThat(files("processed")).hasSize(2);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void movesAFileThatOtherUsersCanWriteToRejectedUnread() throws Exception {
		UUID payout = dispatched();
		this.dispatch.exchangeFiles();
		send("open", entry(payout, "DBIT", "100.00", ""));
		Files.setPosixFilePermissions(files("in").getFirst(), PosixFilePermissions.fromString("rw-rw-rw-"));
		this.dispatch.exchangeFiles();
		this.dispatch.enquire();
		assertThat(files("in")).isEmpty();
		assertThat(files("rejected")).hasSize(1);
		assertThat(this.business.status(payout)).isEqualTo("4 DISPATCHED");
		assertThat(untrusted(this.dispatch)).isEqualTo(1);
	}

	@Test
	void trustsOnlySignedFilesOfABankThatSigns() throws Exception {
		Identity theirs = CertificateAuthority.create("Test").issue("bank");
		UUID payout = dispatched();
		this.dispatch.exchangeFiles();
		try (Dispatching signed = Dispatching.with(database)
			.bundle("signing", TestBundles.pinned(theirs, theirs))
			.fileBank(this.bank, this.directory, null, new BankSecurity(null, "signing", null, null))
			.start()) {
			send("unsigned", entry(payout, "DBIT", "100.00", ""));
			signed.exchangeFiles();
			assertThat(files("rejected")).hasSize(1);
			assertThat(untrusted(signed)).isEqualTo(1);
			send("unsigned", entry(payout, "DBIT", "100.00", ""));
			Path file = this.directory.resolve("in/unsigned.xml");
			FileTrust.sign(Signatures.of(TestBundles.pinned(theirs, theirs)), file, "unsigned.xml",
					Sha256.digest(Files.readAllBytes(file)));
			signed.exchangeFiles();
			assertThat(files("processed")).extracting((done) -> done.getFileName().toString().substring(17))
				.containsExactly("unsigned.xml", "unsigned.xml.jws");
			await().until(() -> {
				signed.enquire();
				return this.business.status(payout).equals("11 SUCCESS");
			});
		}
	}

	/** An alert sees no first increase of a counter that begins with it. */
	@Test
	void countsFilesFromZero() throws Exception {
		assertThat(counted()).isEqualTo(Map.of("WRITTEN", 0.0, "READ", 0.0, "READ_BEFORE", 0.0, "REJECTED", 0.0));
		send("broken", "<Document");
		this.dispatch.exchangeFiles();
		assertThat(counted()).containsEntry("REJECTED", 1.0);
	}

	private Map<String, Double> counted() {
		return this.dispatch.bean(MeterRegistry.class)
			.find("hundi.bank.files")
			.tag("bank", this.bank)
			.counters()
			.stream()
			.collect(Collectors.toMap((counter) -> String.valueOf(counter.getId().getTag("result")), Counter::count));
	}

	private double untrusted(Dispatching dispatching) {
		return dispatching.bean(MeterRegistry.class)
			.counter("hundi.bank.untrusted", "bank", this.bank, "source", "FILE")
			.count();
	}

	@Test
	void sendsQueuedOrdersOfABankThatGetsNoNewOnes() throws Exception {
		UUID payout = dispatched();
		try (Dispatching restarted = Dispatching.with(database)
			.fileBankWithoutRails(this.bank, this.directory)
			.start()) {
			restarted.exchangeFiles();
		}
		assertThat(files("out")).singleElement()
			.satisfies((file) -> assertThat(Files.readString(file)).contains(BankReference.of(payout)));
	}

	@Test
	void creditsAReturnedPayoutOfANotification() throws Exception {
		UUID payout = dispatched();
		this.dispatch.exchangeFiles();
		send("paid", entry(payout, "DBIT", "100.00", ""));
		exchangeAndAwait(payout, "11 SUCCESS");
		send("back", entry(payout, "CRDT", "100.00", "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>"));
		exchangeAndAwait(payout, "12 RETURNED_BY_BANK");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00);
		assertThat(this.business.violations()).isEmpty();
	}

	/** The statement's debit names the UTR of the payment, not that of the return. */
	@Test
	void creditsPayoutsWhosePaymentAndReturnArriveBeforeTheirEnquiry() throws Exception {
		UUID without = dispatched();
		UUID other = dispatched();
		this.dispatch.exchangeFiles();
		String reason = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";
		send("paid", entry(without, "DBIT", "100.00", ""), entry(other, "DBIT", "100.00", ""));
		send("returned", entry(without, "CRDT", "100.00", reason).replace("<TxId>" + utr(without) + "</TxId>", ""),
				entry(other, "CRDT", "100.00", reason).replace(utr(other), "AAAA" + utr(other)));
		exchangeAndAwait(without, "12 RETURNED_BY_BANK");
		exchangeAndAwait(other, "12 RETURNED_BY_BANK");
		assertThat(this.jdbc.sql("SELECT payout_id, utr FROM payout WHERE business_id = :business")
			.param("business", this.business.id())
			.query((row, number) -> Map.entry(row.getObject("payout_id", UUID.class), row.getString("utr")))
			.list()).containsExactlyInAnyOrder(Map.entry(without, utr(without)), Map.entry(other, utr(other)));
		assertThat(this.business.balancePaise()).isEqualTo(2_000_00);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void rewritesAnInterruptedFileWithTheSamePayouts() throws Exception {
		UUID payout = dispatched();
		Path out = Files.createDirectories(this.directory.resolve("out"));
		BankFiles files = this.dispatch.bean(BankFiles.class);
		assertThat(files.createNext(this.bank, Rail.NEFT, Duration.ZERO, 100)).isTrue();
		assertThatThrownBy(() -> files.writeNext(this.bank, (file) -> {
			throw new IllegalStateException("killed");
		})).hasMessage("killed");
		List<byte[]> written = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			this.dispatch.exchangeFiles();
			written.add(Files.readAllBytes(files("out").getFirst()));
			assertThat(files("out")).hasSize(1);
			this.jdbc.sql("UPDATE bank_file SET written_at = NULL WHERE bank = :bank")
				.param("bank", this.bank)
				.update();
		}
		assertThat(written.get(0)).isEqualTo(written.get(1));
		assertThat(files.createNext(this.bank, Rail.NEFT, Duration.ZERO, 100)).as("all payouts are in the first file")
			.isFalse();
		assertThat(out).isDirectory();
		assertThatThrownBy(
				() -> this.jdbc.sql("UPDATE bank_file_order SET message_id = NULL WHERE reference = :reference")
					.param("reference", BankReference.of(payout))
					.update())
			.isInstanceOf(DataIntegrityViolationException.class);
	}

	@Test
	void hidesAnIncompleteFile() throws Exception {
		UUID payout = dispatched();
		Path out = Files.createDirectories(this.directory.resolve("out"));
		Files.delete(out);
		Files.writeString(out, "in the way");
		this.dispatch.exchangeFiles();
		assertThat(Files.readString(out)).isEqualTo("in the way");
		Files.delete(out);
		this.dispatch.exchangeFiles();
		assertThat(Files.readString(files("out").getFirst())).contains(BankReference.of(payout));
	}

	@Test
	void processesADuplicateFileOnce() throws Exception {
		UUID payout = dispatched();
		this.dispatch.exchangeFiles();
		send("one", entry(payout, "DBIT", "100.00", ""));
		exchangeAndAwait(payout, "11 SUCCESS");
		send("again", entry(payout, "DBIT", "100.00", ""));
		this.dispatch.exchangeFiles();
		assertThat(this.jdbc.sql("SELECT count(*) FROM bank_file_status WHERE bank = :bank")
			.param("bank", this.bank)
			.query(Integer.class)
			.single()).isEqualTo(1);
		assertThat(files("processed")).hasSize(2);
	}

	@Test
	void rejectsMalformedFilesAndReadsTheOthers() throws Exception {
		UUID payout = dispatched();
		this.dispatch.exchangeFiles();
		send("a-broken", "<Document");
		send("b-entity", "<!DOCTYPE d [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><Document>&x;</Document>");
		send("c-good", entry(payout, "DBIT", "100.00", ""));
		exchangeAndAwait(payout, "11 SUCCESS");
		assertThat(files("rejected")).hasSize(2);
		assertThat(files("processed")).hasSize(1);
	}

	@Test
	void rejectsAFileThatIsTooLargeAndReadsTheOthers() throws Exception {
		UUID payout = dispatched();
		this.dispatch.exchangeFiles();
		send("a-large");
		try (RandomAccessFile large = new RandomAccessFile(this.directory.resolve("in/a-large.xml").toFile(), "rw")) {
			large.setLength(65L * 1024 * 1024);
		}
		send("b-good", entry(payout, "DBIT", "100.00", ""));
		exchangeAndAwait(payout, "11 SUCCESS");
		assertThat(files("in")).isEmpty();
		assertThat(files("rejected")).singleElement()
			.satisfies((file) -> assertThat(file.getFileName().toString()).endsWith("-a-large.xml"));
		assertThat(files("processed")).hasSize(1);
	}

	@Test
	void readsTheOthersWhileAFileCannotBeMoved() throws Exception {
		UUID payout = dispatched();
		this.dispatch.exchangeFiles();
		send("a-broken", "<Document");
		send("b-good", entry(payout, "DBIT", "100.00", ""));
		Path rejected = Files.writeString(this.directory.resolve("rejected"), "in the way");
		exchangeAndAwait(payout, "11 SUCCESS");
		assertThat(files("in")).hasSize(1);
		Files.delete(rejected);
		this.dispatch.exchangeFiles();
		assertThat(files("in")).isEmpty();
		assertThat(files("rejected")).hasSize(1);
	}

	@Test
	void readsFilesWhileItCannotWriteAny() throws Exception {
		UUID payout = dispatched();
		this.dispatch.exchangeFiles();
		Path out = this.directory.resolve("out");
		Files.move(out, this.directory.resolve("taken"));
		Files.writeString(out, "in the way");
		UUID waiting = dispatched();
		send("paid", entry(payout, "DBIT", "100.00", ""));
		exchangeAndAwait(payout, "11 SUCCESS");
		Files.delete(out);
		this.dispatch.exchangeFiles();
		assertThat(Files.readString(files("out").getFirst())).contains(BankReference.of(waiting));
	}

	@Test
	void leavesADifferentAmountOrAccountAndContradictoryReportsInDoubt() throws Exception {
		UUID less = dispatched();
		UUID other = dispatched();
		UUID both = dispatched();
		this.dispatch.exchangeFiles();
		send("less", entry(less, "DBIT", "99.99", ""));
		send("other", entry(other, "DBIT", "100.00",
				"<RltdPties><CdtrAcct><Id><Othr><Id>XXXXABCD</Id></Othr></Id></CdtrAcct></RltdPties>"));
		send("both", status(both, "RJCT", ""));
		send("both2", entry(both, "DBIT", "100.00", ""));
		this.dispatch.exchangeFiles();
		for (int i = 0; i < 3; i++) {
			this.dispatch.enquire();
		}
		assertThat(List.of(less, other, both)).extracting(this.business::status).containsOnly("4 IN_DOUBT");
		assertThat(left(less)).containsExactly(
				"BANK_IMPLAUSIBLE " + BankReference.of(less) + ": less.xml: PAID of 9999 paise, the order is of 10000");
		assertThat(left(other)).containsExactly("BANK_IMPLAUSIBLE " + BankReference.of(other)
				+ ": other.xml: PAID to another account than the order's");
		assertThat(left(both))
			.containsExactly("BANK_IMPLAUSIBLE " + BankReference.of(both) + ": both2.xml: Contradicts another file");
	}

	/** A status report without a UTR waits for the notification that has it. */
	@Test
	void leavesASuccessWithoutAUtrInDoubtUntilAFileReportsOne() throws Exception {
		UUID payout = dispatched();
		this.dispatch.exchangeFiles();
		send("paid", status(payout, "ACSC", ""));
		exchangeAndAwait(payout, "4 IN_DOUBT");
		assertThat(left(payout)).containsExactly(
				"BANK_IMPLAUSIBLE " + BankReference.of(payout) + ": The bank reports success without a UTR");
		send("booked", entry(payout, "DBIT", "100.00", ""));
		exchangeAndAwait(payout, "11 SUCCESS");
		assertThat(left(payout)).isEmpty();
	}

	@Test
	void leavesTwoPayoutsOfAFileUnderOneUtrInDoubt() throws Exception {
		UUID first = dispatched();
		UUID second = dispatched();
		this.dispatch.exchangeFiles();
		String utr = utr(first);
		send("first", entry(first, "DBIT", "100.00", ""));
		exchangeAndAwait(first, "11 SUCCESS");
		send("second", entry(second, "DBIT", "100.00", "").replace(utr(second), utr.toLowerCase(Locale.ROOT)));
		exchangeAndAwait(second, "4 IN_DOUBT");
		assertThat(left(second)).singleElement(InstanceOfAssertFactories.STRING).contains(utr, first.toString());
	}

	@Test
	void leavesAReturnOfAnotherAmountForManualReview() throws Exception {
		UUID payout = dispatched();
		this.dispatch.exchangeFiles();
		send("paid", entry(payout, "DBIT", "100.00", ""));
		exchangeAndAwait(payout, "11 SUCCESS");
		send("part", entry(payout, "CRDT", "40.00", "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>"));
		this.dispatch.exchangeFiles();
		this.dispatch.enquire();
		assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS");
		assertThat(left(payout))
			.contains("BANK_CONTRADICTS FILE says RETURNED, recorded is SUCCEEDED in status 11: part.xml");
	}

	@Test
	void changesNothingIfAFileContradictsAFinalStatus() throws Exception {
		UUID payout = dispatched();
		this.dispatch.exchangeFiles();
		send("paid", entry(payout, "DBIT", "100.00", ""));
		exchangeAndAwait(payout, "11 SUCCESS");
		send("refused", status(payout, "RJCT", ""));
		this.dispatch.exchangeFiles();
		this.dispatch.enquire();
		assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS");
		assertThat(left(payout))
			.containsExactly("BANK_CONTRADICTS FILE says REJECTED, recorded is SUCCEEDED in status 11: refused.xml");
	}

	private List<String> left(UUID payout) {
		return this.jdbc.sql("SELECT kind || ' ' || detail FROM manual_review WHERE subject_id = :id")
			.param("id", payout)
			.query(String.class)
			.list();
	}

	private UUID dispatched() {
		return dispatched(money.debitedPayout(this.business, "N"));
	}

	private UUID dispatched(UUID payout) {
		this.dispatch.dispatch(new PayoutKey(this.business.id(), payout));
		await().atMost(Duration.ofMinutes(2))
			.until(() -> this.jdbc.sql("SELECT state FROM bank_attempt WHERE payout_id = :id")
				.param("id", payout)
				.query(String.class)
				.single()
				.equals("PENDING"));
		return payout;
	}

	private void exchangeAndAwait(UUID payout, String status) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.exchangeFiles();
			this.dispatch.enquire();
			return this.business.status(payout).equals(status);
		});
	}

	private List<Path> files(String folder) {
		try (Stream<Path> files = Files.list(Files.createDirectories(this.directory.resolve(folder)))) {
			return files.sorted().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Moves complete files in atomically, like a bank. */
	private void send(String name, String... parts) throws IOException {
		Path in = Files.createDirectories(this.directory.resolve("in"));
		String content = String.join("", parts);
		String body = content;
		if (content.startsWith("<OrgnlPmtInfAndSts>")) {
			body = "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:pain.002.001.10'><CstmrPmtStsRpt><GrpHdr/><OrgnlGrpInfAndSts/>"
					+ content + "</CstmrPmtStsRpt></Document>";
		}
		else if (content.startsWith("<Ntry>")) {
			body = "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.054.001.08'><BkToCstmrDbtCdtNtfctn><Ntfctn>"
					+ content + "</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>";
		}
		Path part = Files.writeString(in.resolve("." + name), body);
		Files.move(part, in.resolve(name + ".xml"));
	}

	private static String status(UUID payout, String status, String reason) {
		return """
				<OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>%s</OrgnlEndToEndId><TxSts>%s</TxSts>%s</TxInfAndSts>\
				</OrgnlPmtInfAndSts>""".formatted(BankReference.of(payout), status, reason);
	}

	private static String entry(UUID payout, String direction, String amount, String more) {
		return """
				<Ntry><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>%s</EndToEndId>\
				<TxId>%s</TxId></Refs><Amt Ccy="INR">%s</Amt>%s</TxDtls></NtryDtls></Ntry>"""
			.formatted(direction, BankReference.of(payout), utr(payout), amount, more);
	}

	private static String utr(UUID payout) {
		return ScriptedBank.utr(BankReference.of(payout));
	}

}
