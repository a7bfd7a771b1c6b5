package dev.hundi.portal.onboarding;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hundi.audit.Actor;
import dev.hundi.filestore.FileStore;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.DocumentVault;
import dev.hundi.onboarding.FillOnboarding;
import dev.hundi.onboarding.Need;
import dev.hundi.onboarding.OnboardingCase;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.OnboardingDocument;
import dev.hundi.onboarding.PrincipalPart;
import dev.hundi.onboarding.RefusalReason;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.RequirementEntry.Refusal;
import dev.hundi.onboarding.ReviewOnboarding;
import dev.hundi.onboarding.ReviewResult;
import dev.hundi.onboarding.ScanState;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Uploads;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.testing.FreePorts;
import dev.hundi.testing.TestOnboarding;
import jakarta.servlet.ServletContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Onboarding over HTTP, without scripts: from an empty case to a submitted one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OnboardingIntegrationTests {

	private final TestPortal portal = new TestPortal();

	private final FakeScanner scanner = new FakeScanner();

	private final OnboardingCases cases = this.portal.owner(OnboardingCases.class);

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy sandbox;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy scanning;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy unscanned;

	@BeforeAll
	void begin() {
		this.sandbox = start();
		this.scanning = start("--hundi.portal.virus-scanner=tcp://localhost:" + this.scanner.port());
		this.unscanned = start("--hundi.portal.allow-unscanned=false");
	}

	@AfterAll
	void stop() {
		this.portal.close();
		this.scanner.close();
	}

	@ParameterizedTest
	@EnumSource
	void aBusinessGoesFromEmptyToSubmitted(BusinessType type) {
		UUID business = opened();
		Visitor owner = visitor(business, Role.OWNER);
		assertThat(owner.get("/onboarding").textOf("case-state")).isEqualTo("Not submitted yet");
		assertThat(owner.get("/onboarding").textOf("done")).isEqualTo("0 of 7 tasks complete");
		Map<Requirement, String> values = TestOnboarding.values(type);
		for (Task task : Task.values()) {
			if (task.isForm()) {
				Map<String, String> form = new HashMap<>();
				values.forEach((field, value) -> {
					if (Task.of(field) == task) {
						form.put(field.name(), value);
					}
				});
				assertThat(owner.post("/onboarding/tasks/" + task.path(), form).location()).isEqualTo("/onboarding");
			}
		}
		assertThat(owner.get("/onboarding").textOf("done")).isEqualTo("5 of 7 tasks complete");
		assertThat(owner.post("/onboarding/submit", Map.of()).textOf("error-summary")).contains("Bank statement",
				"This is missing");
		addPrincipal(owner, business);
		for (Requirement requirement : Requirement.of(type)) {
			if (requirement.isDocument() && requirement != Requirement.PRINCIPALS_IDENTITY
					&& requirement.need(type) == Need.REQUIRED) {
				upload(owner, "/onboarding/uploads/" + requirement, "scan.pdf", Uploads.pdf(requirement.name(), 2));
			}
		}
		assertThat(owner.get("/onboarding").textOf("done")).isEqualTo("7 of 7 tasks complete");
		assertThat(owner.post("/onboarding/submit", Map.of()).follow().textOf("case-state")).isEqualTo("In review");
		assertThat(read(business).progress().submissions()).isEqualTo(1);
		assertThat(owner.get("/onboarding").text()).doesNotContain("Submit for review");
		assertThat(owner.post("/onboarding/tasks/address", Map.of("CITY", "Agra")).follow().textOf("problem"))
			.contains("cannot be changed");
		assertThat(owner.get("/audit").text()).contains("Onboarding submitted", "Onboarding: document added");
	}

	@Test
	void aHalfDoneFormIsKeptAndErrorsStandAtTheirFields() {
		UUID business = opened();
		Visitor owner = visitor(business, Role.OWNER);
		Visitor.Page page = owner.post("/onboarding/tasks/registration",
				Map.of("PAN", "aabca1234f", "GSTIN", "09AABCB1234F1Z5"));
		assertThat(page.textOf("error-summary")).contains("There is a problem", "does not fit");
		assertThat(page.textOf("GSTIN-problem")).contains("does not fit");
		assertThat(page.document().select("#GSTIN").attr("aria-describedby")).contains("GSTIN-problem");
		assertThat(page.document().select("#GSTIN").val()).as("what was typed stays").isEqualTo("09AABCB1234F1Z5");
		assertThat(page.document().select("#error-summary a").attr("href")).isEqualTo("#GSTIN");
		page = owner.get("/onboarding/tasks/registration");
		assertThat(page.document().select("#PAN").val()).isEqualTo("AABCA1234F");
		assertThat(page.document().select("#GSTIN").val()).isEmpty();
		assertThat(owner.get("/onboarding").textOf("status-registration")).isEqualTo("In progress");
	}

	@ParameterizedTest
	@MethodSource("badUploads")
	void aBadUploadIsRefusedWithItsReasonAndLeavesNothing(String name, byte[] content, String reason) {
		UUID business = opened();
		Visitor owner = visitor(business, Role.OWNER);
		List<String> before = storedFiles();
		Visitor.Page page = owner.upload("/onboarding/uploads/PAN_CARD", name, content);
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.textOf("error-summary")).contains(reason);
		assertThat(page.textOf("PAN_CARD-problem")).contains(reason);
		assertThat(read(business).documents()).isEmpty();
		assertThat(storedFiles()).isEqualTo(before);
	}

	static Stream<Arguments> badUploads() {
		byte[] cutPdf = Uploads.pdf("cut", 3);
		return Stream.of(
				Arguments.of("program.pdf", "MZ this is a program".getBytes(StandardCharsets.UTF_8), "not a PDF"),
				Arguments.of("page.png", "<html><script>alert(1)</script></html>".getBytes(StandardCharsets.UTF_8),
						"not a PDF"),
				Arguments.of("empty.pdf", new byte[0], "not empty"),
				Arguments.of("large.pdf", new byte[StoreUpload.MAX_BYTES + 1], "more than 10 MB"),
				Arguments.of("huge.png", Uploads.hugePng(10_000, 10_000), "too many pixels"),
				Arguments.of("long.png", Uploads.hugePng(2_000_000_000, 1), "too many pixels"),
				Arguments.of("broken.png", Uploads.hugePng(100, 100), "cannot be shown"),
				Arguments.of("secret.pdf", Uploads.pdfWithPassword("secret"), "needs a password"),
				Arguments.of("script.pdf", Uploads.pdfWithScript("script"), "contains scripts"),
				Arguments.of("many.pdf", Uploads.pdf("many", RenderPages.MAX_PAGES + 1), "more than 50 pages"),
				Arguments.of("cut.pdf", Arrays.copyOf(cutPdf, 60), "cannot be shown"),
				Arguments.of("inflates.pdf", Uploads.pdfThatInflates(600), "cannot be shown"),
				Arguments.of("mask.pdf", Uploads.pdfWithMask(20_000, 20_000), "cannot be shown"));
	}

	@Test
	void anUploadThatIsCutInTheMiddleLeavesNothing() throws IOException {
		UUID business = opened();
		Visitor owner = visitor(business, Role.OWNER);
		List<String> before = storedFiles();
		int size = StoreUpload.MAX_BYTES;
		try (Socket socket = new Socket("localhost", this.sandbox.url().getPort())) {
			String token = owner.get("/profile").document().select("meta[name=csrf-token]").attr("content");
			socket.getOutputStream()
				.write(("""
						POST /onboarding/uploads/PAN_CARD HTTP/1.1\r
						Host: localhost:%d\r
						Cookie: %s\r
						Content-Type: multipart/form-data; boundary=cut\r
						Content-Length: %d\r
						\r
						--cut\r
						Content-Disposition: form-data; name="_csrf"\r
						\r
						%s\r
						--cut\r
						Content-Disposition: form-data; name="file"; filename="a.pdf"\r
						\r
						%%PDF-1.7
						""").formatted(this.sandbox.url().getPort(), owner.cookies(), size, token)
					.getBytes(StandardCharsets.UTF_8));
			socket.getOutputStream().write(new byte[size / 2]);
			socket.getOutputStream().flush();
			await().until(() -> !temporaryFiles().isEmpty());
		}
		await().until(() -> temporaryFiles().isEmpty());
		assertThat(storedFiles()).isEqualTo(before);
		assertThat(read(business).documents()).isEmpty();
		upload(owner, "/onboarding/uploads/PAN_CARD", "again.pdf", Uploads.pdf("again", 1));
		assertThat(read(business).documents()).hasSize(1);
	}

	@Test
	void aDocumentIsShownAsPicturesAfterAFreshSecondFactorAndEachViewIsRecorded() {
		UUID business = opened();
		Member member = member(business, Role.OWNER);
		Visitor owner = Visitor.signedIn(this.sandbox.url(), member);
		Visitor.Page added = upload(owner, "/onboarding/uploads/PAN_CARD", "scan.jpg", Uploads.picture("jpg", "PAN"));
		assertThat(added.document().select("#added img.preview")).as("preview").hasSize(1);
		UUID document = read(business).documents().getFirst().documentId();
		String page = "/onboarding/documents/" + document;
		assertThat(owner.get(page).document().select("img")).hasSize(1);
		assertThat(owner.get(page + "/pages/1").header("Content-Type")).isEqualTo("image/png");
		assertThat(owner.get(page + "/pages/2").status()).isEqualTo(404);
		assertThat(owner.get("/audit").text()).contains("KYC document viewed");
		int recorded = views(business);
		this.portal.change(this.sandbox, member,
				(authentication) -> Rights.authentication(
						(SignedIn) Objects.requireNonNull(authentication.getPrincipal()),
						Instant.now().minus(Rights.CONFIRMED_FOR).minusSeconds(1)));
		assertThat(URLDecoder.decode(owner.get(page).location(), StandardCharsets.UTF_8))
			.startsWith("/confirm?to=" + page);
		assertThat(owner.get(page + "/pages/1").location()).startsWith("/confirm");
		assertThat(views(business)).isEqualTo(recorded);
		assertThat(storedFiles()).anyMatch((file) -> file.contains(document.toString()));
		assertThat(owner.post("/onboarding/documents/" + document + "/remove", Map.of()).status()).isEqualTo(302);
		assertThat(storedFiles()).noneMatch((file) -> file.contains(document.toString()));
	}

	@Test
	void idsOfAnotherBusinessAreNotFound() {
		UUID theirs = opened();
		Visitor them = visitor(theirs, Role.OWNER);
		addPrincipal(them, theirs);
		UUID document = read(theirs).documents().getFirst().documentId();
		UUID principal = read(theirs).principals().getFirst().principalId();
		Visitor owner = visitor(opened(), Role.OWNER);
		for (String path : List.of("/onboarding/documents/" + document,
				"/onboarding/documents/" + document + "/pages/1", "/onboarding/tasks/unknown")) {
			assertThat(owner.get(path).status()).as(path).isEqualTo(404);
		}
		for (String path : List.of("/onboarding/documents/" + document + "/remove",
				"/onboarding/principals/" + principal + "/remove")) {
			assertThat(owner.post(path, Map.of()).status()).as(path).isEqualTo(404);
		}
		assertThat(owner.upload("/onboarding/principals/" + principal + "/uploads/PAN", "a.pdf", Uploads.pdf("a", 1))
			.status()).isEqualTo(404);
		assertThat(owner.upload("/onboarding/uploads/UNKNOWN", "a.pdf", Uploads.pdf("a", 1)).status()).isEqualTo(404);
		assertThat(visitor(this.portal.business(), Role.OWNER).get("/onboarding").text())
			.contains("There is nothing to do");
		assertThat(read(theirs).documents()).hasSize(2);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OWNER")
	void otherRolesReadAndDoNotChange(Role role) {
		if (role.audience() == Audience.STAFF) {
			return;
		}
		UUID business = opened();
		Visitor owner = visitor(business, Role.OWNER);
		owner.post("/onboarding/tasks/bank", Map.of("ACCOUNT_NUMBER", "123456789012"));
		addPrincipal(owner, business);
		Visitor other = visitor(business, role);
		assertThat(other.get("/onboarding").status()).isEqualTo(200);
		assertThat(other.get("/onboarding/tasks/bank").document().select("#ACCOUNT_NUMBER").val())
			.isEqualTo("••••••••9012");
		assertThat(owner.get("/onboarding/tasks/principals").text()).contains("AAAPD1234F");
		assertThat(other.get("/onboarding/tasks/principals").text()).contains("••••••234F").doesNotContain("AAAPD");
		assertThat(other.get("/onboarding/tasks/documents").document().select("form.upload")).isEmpty();
		UUID document = read(business).documents().getFirst().documentId();
		assertThat(other.get("/onboarding/documents/" + document).status()).isEqualTo(403);
		assertThat(other.get("/onboarding/documents/" + document + "/pages/1").status()).isEqualTo(403);
		for (String path : List.of("/onboarding/tasks/bank", "/onboarding/submit", "/onboarding/principals",
				"/onboarding/documents/" + document + "/remove")) {
			assertThat(other.post(path, Map.of("name", "A", "designation", "B", "pan", "AAAPD1234F", "aadhaar", "1234"))
				.status()).as(path).isEqualTo(403);
		}
		assertThat(other.upload("/onboarding/uploads/PAN_CARD", "a.pdf", Uploads.pdf("a", 1)).status()).isEqualTo(403);
	}

	@Test
	void showsWhatWasRefusedAndTakesTheAnswer() {
		UUID business = opened();
		TestOnboarding filler = new TestOnboarding(this.portal.owner(FillOnboarding.class), vault());
		filler.fill(business, BusinessType.PROPRIETORSHIP, Actor.INSTALLATION);
		Visitor owner = visitor(business, Role.OWNER);
		assertThat(owner.get("/").textOf("waits")).isEqualTo("Complete and submit your onboarding");
		owner.post("/onboarding/submit", Map.of());
		refuse(business, Requirement.WEBSITE_URL, new Refusal(RefusalReason.OTHER, "The shop shows another name."));
		refuse(business, Requirement.BANK_PROOF, new Refusal(RefusalReason.ILLEGIBLE, null));
		assertThat(owner.get("/onboarding").text()).as("before the return").doesNotContain("another name");
		assertThat(owner.get("/").textOf("waits")).as("the same").isEqualTo("Nothing needs your attention.");
		assertThat(this.portal.owner(ReviewOnboarding.class)
			.returnToMerchant(business, read(business).progress().version(), Actor.INSTALLATION))
			.isEqualTo(ReviewResult.DONE);

		Visitor.Page page = owner.get("/onboarding");
		assertThat(page.textOf("case-state")).isEqualTo("Your answer is needed");
		assertThat(owner.get("/").textOf("waits")).isEqualTo("Onboarding items to correct: 2");
		assertThat(page.textOf("refused-list")).contains("The shop shows another name.", "It cannot be read.");
		assertThat(owner.get("/onboarding/tasks/business").document().select("#WEBSITE_URL[disabled]")).isEmpty();
		assertThat(owner.get("/onboarding/tasks/business").document().select("#LEGAL_NAME[disabled]")).hasSize(1);
		owner.post("/onboarding/tasks/business",
				Map.of("WEBSITE_URL", "https://shop.asha.in", "LEGAL_NAME", "Other name"));
		assertThat(owner.post("/onboarding/submit", Map.of()).textOf("error-summary")).contains("Bank account proof");
		upload(owner, "/onboarding/uploads/BANK_PROOF", "cheque.png", Uploads.picture("png", "cheque"));
		assertThat(owner.post("/onboarding/submit", Map.of()).follow().textOf("case-state")).isEqualTo("In review");
		assertThat(read(business).value(Requirement.LEGAL_NAME)).as("was not refused").isEqualTo("Asha Textiles");
		assertThat(read(business).value(Requirement.WEBSITE_URL)).isEqualTo("https://shop.asha.in");
	}

	@Test
	void doubleSubmitsDoNoHarm() throws Exception {
		UUID business = opened();
		new TestOnboarding(this.portal.owner(FillOnboarding.class), vault()).fill(business, BusinessType.TRUST,
				Actor.INSTALLATION);
		Visitor owner = visitor(business, Role.OWNER);
		byte[] file = Uploads.pdf("twice", 1);
		List<Visitor.Page> answers = atOnce(
				() -> owner.upload("/onboarding/uploads/GST_CERTIFICATE", "twice.pdf", file));
		assertThat(answers).allSatisfy((answer) -> assertThat(answer.status()).isEqualTo(302));
		assertThat(read(business).documents(Requirement.GST_CERTIFICATE)).hasSize(1);
		assertThat(atOnce(() -> owner.post("/onboarding/submit", Map.of())))
			.allSatisfy((answer) -> assertThat(answer.location()).isEqualTo("/onboarding"));
		assertThat(read(business).progress().submissions()).isEqualTo(1);
	}

	@Test
	void aVirusIsRefusedAndWithoutAScannerUploadsStayInQuarantine() {
		UUID business = opened();
		Member member = member(business, Role.OWNER);
		Visitor owner = Visitor.signedIn(this.scanning.url(), member);
		byte[] pdf = Uploads.pdf("clean", 1);
		byte[] infected = Arrays.copyOf(pdf, pdf.length + Uploads.EICAR.length);
		System.arraycopy(Uploads.EICAR, 0, infected, pdf.length, Uploads.EICAR.length);
		List<String> before = storedFiles();
		assertThat(owner.upload("/onboarding/uploads/PAN_CARD", "virus.pdf", infected).textOf("error-summary"))
			.contains("virus scanner found something");
		assertThat(storedFiles()).isEqualTo(before);
		upload(owner, "/onboarding/uploads/PAN_CARD", "clean.pdf", pdf);
		assertThat(read(business).documents(Requirement.PAN_CARD).getFirst().scanState()).isEqualTo(ScanState.CLEAN);

		Visitor elsewhere = Visitor.signedIn(this.unscanned.url(), member);
		Visitor.Page page = upload(elsewhere, "/onboarding/uploads/BANK_PROOF", "unknown.pdf", Uploads.pdf("b", 1));
		assertThat(page.text()).contains("Waits for the virus scan");
		var quarantined = read(business).documents(Requirement.BANK_PROOF).getFirst();
		assertThat(quarantined.scanState()).isEqualTo(ScanState.QUARANTINED);
		assertThat(elsewhere.get("/onboarding/documents/" + quarantined.documentId() + "/pages/1").status())
			.isEqualTo(404);

		this.scanner.fail(true);
		upload(owner, "/onboarding/uploads/BANK_STATEMENT", "later.pdf", Uploads.pdf("c", 1));
		assertThat(read(business).documents(Requirement.BANK_STATEMENT).getFirst().scanState())
			.as("the scanner does not answer")
			.isEqualTo(ScanState.QUARANTINED);
		this.scanner.fail(false);
		UUID later = read(business).documents(Requirement.BANK_STATEMENT).getFirst().documentId();
		byte[] hidden = Uploads.pdf("d", 1);
		byte[] virus = Arrays.copyOf(hidden, hidden.length + Uploads.EICAR.length);
		System.arraycopy(Uploads.EICAR, 0, virus, hidden.length, Uploads.EICAR.length);
		upload(elsewhere, "/onboarding/uploads/ADDRESS_PROOF", "later-virus.pdf", virus);
		int port = FreePorts.next();
		TestPortal.Copy staff = this.portal.start(Audience.STAFF, port, URI.create("http://localhost:" + port),
				"--hundi.portal.virus-scanner=tcp://localhost:" + this.scanner.port());
		staff.context().getBean(ScanQuarantine.class).scan();
		assertThat(owner.get("/onboarding/documents/" + later + "/pages/1").status()).isEqualTo(200);
		assertThat(read(business).entry(Requirement.ADDRESS_PROOF).orElseThrow().refusal())
			.isEqualTo(new Refusal(RefusalReason.INFECTED, null));
		assertThat(owner.get("/onboarding").textOf("refused-list")).contains("virus scanner found something");
		upload(owner, "/onboarding/uploads/ADDRESS_PROOF", "other.pdf", Uploads.pdf("e", 1));
		assertThat(read(business).documents(Requirement.ADDRESS_PROOF)).singleElement()
			.extracting(OnboardingDocument::scanState)
			.isEqualTo(ScanState.CLEAN);
	}

	private TestPortal.Copy start(String... settings) {
		int port = FreePorts.next();
		return this.portal.start(Audience.MERCHANT, port, URI.create("http://localhost:" + port), settings);
	}

	private UUID opened() {
		UUID business = this.portal.business();
		this.cases.open(business, Actor.INSTALLATION);
		return business;
	}

	private Member member(UUID business, Role role) {
		return this.portal.person(UUID.randomUUID() + "@example.com", business, role);
	}

	private Visitor visitor(UUID business, Role role) {
		return Visitor.signedIn(this.sandbox.url(), member(business, role));
	}

	private void addPrincipal(Visitor owner, UUID business) {
		Map<String, String> person = new HashMap<>(
				Map.of("name", "Asha Devi", "designation", "Director", "pan", "AAAPD1234F", "aadhaar", "123"));
		assertThat(owner.post("/onboarding/principals", person).textOf("error-summary")).contains("last four digits");
		person.put("aadhaar", "2345 6789 1238");
		assertThat(owner.post("/onboarding/principals", person).follow().text()).contains("XXXX XXXX 1238")
			.doesNotContain("2345 6789");
		assertThat(owner.post("/onboarding/principals", person).status()).as("sent twice").isEqualTo(302);
		person.put("name", "Asha Devi Rao");
		Visitor.Page corrected = owner.post("/onboarding/principals", person);
		assertThat(corrected.textOf("problem")).contains("Remove this person first");
		assertThat(corrected.document().select("input[name=name]").val()).isEqualTo("Asha Devi Rao");
		UUID principal = read(business).principals().getFirst().principalId();
		for (PrincipalPart part : PrincipalPart.values()) {
			upload(owner, "/onboarding/principals/" + principal + "/uploads/" + part, part + ".png",
					Uploads.picture("png", part.name()));
		}
	}

	private Visitor.Page upload(Visitor owner, String path, String name, byte[] content) {
		Visitor.Page page = owner.upload(path, name, content);
		assertThat(page.status()).as(page.text()).isEqualTo(302);
		return page.follow();
	}

	private void refuse(UUID business, Requirement requirement, Refusal refusal) {
		assertThat(this.portal.owner(ReviewOnboarding.class)
			.refuse(business, requirement, refusal, read(business).entry(requirement).orElseThrow().version(),
					Actor.INSTALLATION))
			.isEqualTo(ReviewResult.DONE);
	}

	private OnboardingCase read(UUID business) {
		return this.cases.find(business).orElseThrow();
	}

	private int views(UUID business) {
		return this.portal.jdbc()
			.sql("SELECT count(*) FROM audit_event WHERE business_id = ? AND act = 'KYC_DOCUMENT_VIEWED'")
			.param(business)
			.query(Integer.class)
			.single();
	}

	private DocumentVault vault() {
		return new DocumentVault(new FileStore(this.portal.fileStore()), this.portal.owner(SecretEncryption.class));
	}

	private List<String> storedFiles() {
		return files(this.portal.fileStore().resolve("onboarding"));
	}

	/** What the container keeps of requests that are being read. */
	private List<String> temporaryFiles() {
		Object directory = this.sandbox.context().getBean(ServletContext.class).getAttribute(ServletContext.TEMPDIR);
		return files(Path.of(String.valueOf(directory))).stream().filter((name) -> name.contains("upload_")).toList();
	}

	private static List<String> files(Path directory) {
		if (!Files.isDirectory(directory)) {
			return List.of();
		}
		try (Stream<Path> files = Files.list(directory)) {
			return files.map(Path::toString).sorted().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<Visitor.Page> atOnce(Callable<Visitor.Page> act) throws Exception {
		try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
			List<Future<Visitor.Page>> answers = IntStream.range(0, 4)
				.mapToObj((number) -> executor.submit(act))
				.toList();
			List<Visitor.Page> pages = new ArrayList<>();
			for (Future<Visitor.Page> answer : answers) {
				pages.add(answer.get());
			}
			return pages;
		}
	}

}
