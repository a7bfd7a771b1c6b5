package dev.hundi.onboarding;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.filestore.FileStore;
import dev.hundi.onboarding.FillResult.Done;
import dev.hundi.onboarding.FillResult.Locked;
import dev.hundi.onboarding.FillResult.Problems;
import dev.hundi.onboarding.FillResult.Submitted;
import dev.hundi.onboarding.OnboardingDocument.Place;
import dev.hundi.onboarding.RequirementEntry.Refusal;
import dev.hundi.secret.KeyFile;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.TestOnboarding;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OnboardingIntegrationTests {

	private static final Actor INSTALLATION = Actor.INSTALLATION;

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final OnboardingCases cases = bean(OnboardingCases.class);

	private final FillOnboarding fill = bean(FillOnboarding.class);

	private final ReviewOnboarding review = bean(ReviewOnboarding.class);

	private final Actor reviewer = staff("reviewer@hundi.example");

	private final Actor approver = staff("approver@hundi.example");

	private Path directory;

	private DocumentVault vault;

	private TestOnboarding filler;

	@BeforeAll
	void vault(@TempDir Path directory) {
		this.directory = directory;
		Path keyFile = this.directory.resolve("key.json");
		KeyFile.createIfMissing(keyFile);
		this.vault = new DocumentVault(new FileStore(this.directory.resolve("files")), SecretEncryption.open(keyFile));
		this.filler = new TestOnboarding(this.fill, this.vault);
	}

	@AfterAll
	void close() {
		OwnerBeans.close(this.database.url());
		this.database.close();
	}

	@Test
	void theDatabaseHasTheRulesOfTheProgram() {
		List<String> inProgram = List.of(BusinessType.values())
			.stream()
			.flatMap((type) -> Requirement.of(type)
				.stream()
				.map((requirement) -> String.join(" ", type.name(), requirement.name(),
						requirement.isDocument() ? "DOCUMENT" : "FIELD", requirement.need(type).name())))
			.toList();
		assertThat(this.jdbc
			.sql("""
					SELECT concat_ws(' ', business_type, requirement, kind, CASE WHEN required THEN 'REQUIRED' ELSE 'OPTIONAL' END)
					  FROM onboarding_rule
					""")
			.query(String.class)
			.list()).containsExactlyInAnyOrderElementsOf(inProgram);
	}

	@ParameterizedTest
	@EnumSource
	void goesFromEmptyToApproved(BusinessType type) {
		UUID business = submitted(type);
		assertThat(progress(business).state()).isEqualTo(CaseState.IN_REVIEW);
		acceptAll(business);
		assertThat(this.review.propose(business, version(business), this.reviewer)).isEqualTo(ReviewResult.DONE);
		UUID approval = approval(business);
		assertThat(this.review.approve(business, approval, this.reviewer)).isEqualTo(ReviewResult.MAKER_IS_CHECKER);
		assertThat(this.review.approve(business, approval, this.approver)).isEqualTo(ReviewResult.DONE);
		assertThat(progress(business).state()).isEqualTo(CaseState.APPROVED);
		assertThat(this.review.approve(business, approval, this.approver)).isEqualTo(ReviewResult.CLOSED);
		assertThat(this.fill.give(business, Map.of(Requirement.CITY, "Agra"), INSTALLATION)).isInstanceOf(Locked.class);
	}

	@ParameterizedTest
	@EnumSource
	void isNotSubmittedWhileARequiredEntryIsMissing(BusinessType type) {
		UUID business = opened();
		this.filler.fill(business, type, INSTALLATION);
		for (OnboardingDocument document : read(business).documents()) {
			this.fill.removeDocument(business, document.documentId(), INSTALLATION);
			assertThat(this.fill.submit(business, INSTALLATION))
				.isEqualTo(new Problems(Map.of(document.place().requirement(), FieldProblem.EMPTY)));
			assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> submitBySql(business))
				.withMessageContaining("lacks " + document.place().requirement());
			this.filler.add(business, document.place(), INSTALLATION);
		}
		TestOnboarding.values(type)
			.keySet()
			.stream()
			.filter((field) -> field != Requirement.BUSINESS_TYPE)
			.forEach((field) -> {
				this.fill.give(business, Map.of(field, ""), INSTALLATION);
				assertThat(this.fill.submit(business, INSTALLATION))
					.isEqualTo(new Problems(Map.of(field, FieldProblem.EMPTY)));
				assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> submitBySql(business))
					.withMessageContaining("lacks " + field);
				this.fill.give(business, Map.of(field, TestOnboarding.values(type).get(field)), INSTALLATION);
			});
		assertThat(this.fill.submit(business, INSTALLATION)).isInstanceOf(Submitted.class);
		assertThat(this.fill.submit(business, INSTALLATION)).isInstanceOf(Locked.class);
		assertThat(progress(business).submissions()).isEqualTo(1);
	}

	@Test
	void storesWhatIsRightAndNamesWhatIsWrong() {
		UUID business = opened();
		assertThat(this.fill.give(business,
				Map.of(Requirement.BUSINESS_TYPE, "COMPANY", Requirement.PAN, "aabpa1234f", Requirement.CITY,
						" Varanasi  city "),
				INSTALLATION))
			.isEqualTo(new Problems(Map.of(Requirement.PAN, FieldProblem.PAN_OF_OTHER_TYPE)));
		assertThat(read(business).value(Requirement.CITY)).isEqualTo("Varanasi city");
		assertThat(read(business).value(Requirement.PAN)).isNull();
		assertThat(read(business).entry(Requirement.MEMORANDUM)).isPresent();
		assertThat(this.fill.give(business, Map.of(Requirement.PAN, "aabca 1234f"), INSTALLATION))
			.isEqualTo(new Done());
		assertThat(read(business).value(Requirement.PAN)).isEqualTo("AABCA1234F");
	}

	@Test
	void checksAgainWhatALaterAnswerContradicts() {
		UUID business = opened();
		this.filler.fill(business, BusinessType.PARTNERSHIP, INSTALLATION);
		this.fill.give(business, Map.of(Requirement.PAN, "AABFB1234F"), INSTALLATION);
		assertThat(this.fill.submit(business, INSTALLATION))
			.isEqualTo(new Problems(Map.of(Requirement.GSTIN, FieldProblem.OTHER_PAN)));
	}

	@Test
	void aReturnOpensWhatWasRefusedAndNothingElse() {
		UUID business = submitted(BusinessType.PROPRIETORSHIP);
		assertThat(this.review.returnToMerchant(business, version(business), this.reviewer))
			.isEqualTo(ReviewResult.NOTHING_REFUSED);
		refuse(business, Requirement.CITY);
		refuse(business, Requirement.BANK_PROOF);
		assertThat(this.fill.give(business, Map.of(Requirement.CITY, "Agra"), INSTALLATION)).isInstanceOf(Locked.class);
		assertThat(this.review.returnToMerchant(business, version(business), this.reviewer))
			.isEqualTo(ReviewResult.DONE);
		assertThat(this.review.accept(business, Requirement.CITY, 9, this.reviewer))
			.isEqualTo(ReviewResult.WITH_MERCHANT);
		assertThat(this.fill.submit(business, INSTALLATION)).isInstanceOf(Problems.class);

		assertThat(this.fill.give(business, Map.of(Requirement.POSTAL_CODE, "282001"), INSTALLATION))
			.isInstanceOf(Locked.class);
		assertThat(this.fill.give(business, Map.of(Requirement.CITY, "Agra"), INSTALLATION)).isEqualTo(new Done());
		UUID refused = read(business).documents(Requirement.BANK_PROOF).getFirst().documentId();
		this.filler.add(business, Place.of(Requirement.BANK_PROOF), INSTALLATION);
		assertThat(read(business).documents(Requirement.BANK_PROOF)).singleElement()
			.extracting(OnboardingDocument::documentId)
			.isNotEqualTo(refused);
		assertThat(bean(DocumentRows.class).key(refused)).as("submitted before, so kept for the staff").isPresent();
		assertThat(this.fill.submit(business, INSTALLATION)).isInstanceOf(Submitted.class);
		assertThat(progress(business).submissions()).isEqualTo(2);
	}

	/** A GSTIN contains the PAN: an accepted one contradicts the right PAN. */
	@Test
	void aReturnOpensWhatDependsOnARefusedField() {
		UUID business = submitted(BusinessType.PARTNERSHIP);
		acceptAll(business);
		refuse(business, Requirement.PAN);
		this.review.returnToMerchant(business, version(business), this.reviewer);
		assertThat(this.fill.give(business, Map.of(Requirement.PAN, "AABFB1234F"), INSTALLATION)).isEqualTo(new Done());
		assertThat(this.fill.submit(business, INSTALLATION))
			.isEqualTo(new Problems(Map.of(Requirement.GSTIN, FieldProblem.OTHER_PAN)));
		assertThat(
				this.fill.give(business, Map.of(Requirement.GSTIN, TestOnboarding.gstin("AABFB1234F")), INSTALLATION))
			.isEqualTo(new Done());
		assertThat(this.fill.submit(business, INSTALLATION)).isInstanceOf(Submitted.class);
		assertThat(read(business).entries()).filteredOn((entry) -> entry.state() != RequirementState.ACCEPTED)
			.extracting(RequirementEntry::requirement)
			.as("what the staff reviews again")
			.contains(Requirement.PAN, Requirement.GSTIN)
			.doesNotContain(Requirement.CITY, Requirement.PAN_CARD);
	}

	/** A PAN names the type of its holder. */
	@Test
	void aReturnedBusinessTypeIsAnsweredWithThePanOfTheRightOne() {
		UUID business = submitted(BusinessType.PARTNERSHIP);
		acceptAll(business);
		refuse(business, Requirement.BUSINESS_TYPE);
		this.review.returnToMerchant(business, version(business), this.reviewer);
		Map<Requirement, String> values = TestOnboarding.values(BusinessType.PROPRIETORSHIP);
		assertThat(this.fill.give(business,
				Map.of(Requirement.BUSINESS_TYPE, values.get(Requirement.BUSINESS_TYPE), Requirement.PAN,
						values.get(Requirement.PAN), Requirement.GSTIN, values.get(Requirement.GSTIN)),
				INSTALLATION))
			.isEqualTo(new Done());
		assertThat(this.fill.submit(business, INSTALLATION)).isInstanceOf(Submitted.class);
	}

	@Test
	void aReturnedCaseThatIsNotAnsweredIsRejected() {
		UUID business = submitted(BusinessType.TRUST);
		refuse(business, Requirement.CITY);
		this.review.returnToMerchant(business, version(business), this.reviewer);
		assertThat(this.review.reject(business, "No answer for a year.", version(business) - 1, this.reviewer))
			.isEqualTo(ReviewResult.STALE);
		assertThat(this.review.reject(business, "No answer for a year.", version(business), this.reviewer))
			.isEqualTo(ReviewResult.DONE);
		assertThat(progress(business)).returns(CaseState.REJECTED, OnboardingCase.Progress::state)
			.returns(false, OnboardingCase.Progress::withMerchant);
		assertThat(this.fill.give(business, Map.of(Requirement.CITY, "Agra"), INSTALLATION)).isInstanceOf(Locked.class);
		assertThat(this.jdbc.sql("SELECT count(*) FROM onboarding_requirement WHERE business_id = ? AND open")
			.param(business)
			.query(Long.class)
			.single()).isZero();
		UUID draft = opened();
		assertThat(this.review.reject(draft, "Never submitted.", version(draft), this.reviewer))
			.isEqualTo(ReviewResult.WITH_MERCHANT);
	}

	@Test
	void theSecondOfTwoReviewersOverwritesNothing() {
		UUID business = submitted(BusinessType.TRUST);
		long seen = entry(business, Requirement.PAN).version();
		long seenCase = version(business);
		assertThat(this.review.refuse(business, Requirement.PAN, new Refusal(RefusalReason.DIFFERS_FROM_REGISTER, null),
				seen, this.reviewer))
			.isEqualTo(ReviewResult.DONE);
		assertThat(this.review.accept(business, Requirement.PAN, seen, this.approver)).isEqualTo(ReviewResult.STALE);
		assertThat(this.review.assign(business, this.reviewer.personId(), seenCase, this.reviewer))
			.isEqualTo(ReviewResult.DONE);
		assertThat(this.review.assign(business, this.approver.personId(), seenCase, this.approver))
			.isEqualTo(ReviewResult.STALE);
		assertThat(this.review.list(Set.of(CaseState.IN_REVIEW), false, this.reviewer.personId(), null, 10))
			.singleElement()
			.extracting(ReviewOnboarding.CaseLine::businessId)
			.isEqualTo(business);
	}

	@Test
	void anApprovalIsForTheContentThatWasProposed() {
		UUID business = submitted(BusinessType.COMPANY);
		assertThat(this.review.propose(business, version(business), this.reviewer))
			.isEqualTo(ReviewResult.NOT_ALL_ACCEPTED);
		acceptAll(business);
		this.review.propose(business, version(business), this.reviewer);
		refuse(business, Requirement.LEGAL_NAME);
		assertThat(this.review.approve(business, approval(business), this.approver))
			.isEqualTo(ReviewResult.PROPOSE_AGAIN);
		assertThat(progress(business).state()).isEqualTo(CaseState.IN_REVIEW);
	}

	@Test
	void theDatabaseRefusesAnApprovalWithoutTwoPeople() {
		UUID business = submitted(BusinessType.PARTNERSHIP);
		acceptAll(business);
		this.review.propose(business, version(business), this.reviewer);
		for (Actor alone : List.of(this.reviewer, this.approver)) {
			assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> this.jdbc.sql("""
					UPDATE onboarding_case SET state = 'APPROVED', closed_at = now(), approver_id = :person
					 WHERE business_id = :business
					""").param("person", alone.personId()).param("business", business).update());
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "UPDATE onboarding_case SET state = 'UNSTARTED', submitted_at = NULL",
			"UPDATE onboarding_requirement SET value = 'Agra' WHERE requirement = 'CITY'",
			"UPDATE onboarding_requirement SET state = 'MISSING' WHERE requirement = 'CITY'",
			"UPDATE onboarding_document SET removed_at = now()", "UPDATE onboarding_document SET sha256 = sha256('')",
			"UPDATE onboarding_principal SET principal_name = 'Other'", "DELETE FROM onboarding_requirement",
			"DELETE FROM onboarding_case", "DELETE FROM onboarding_document",
			"UPDATE onboarding_rule SET required = false", "UPDATE onboarding_case SET with_merchant = true" })
	void theDatabaseRefusesChangesOfASubmittedCase(String sql) {
		submitted(BusinessType.PROPRIETORSHIP);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.jdbc.sql(sql).update());
	}

	@Test
	void aRejectionIsFinalAndHasAReason() {
		UUID business = submitted(BusinessType.TRUST);
		assertThat(this.review.reject(business, "The register has no such trust.", version(business), this.reviewer))
			.isEqualTo(ReviewResult.DONE);
		assertThat(progress(business).rejectionReason()).isEqualTo("The register has no such trust.");
		assertThat(this.review.reject(business, "Again", version(business), this.reviewer))
			.isEqualTo(ReviewResult.CLOSED);
	}

	@Test
	void theContentIsEncryptedAndStaysWithItsDocument() throws IOException {
		UUID business = opened();
		UUID id = UUID.randomUUID();
		NewDocument document = this.filler.document(business, id, Place.of(Requirement.PAN_CARD));
		byte[] stored = Files.readAllBytes(this.directory.resolve("files/onboarding/" + id + ".original"));
		assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain("PNG", "IHDR");
		DocumentVault.Content content = this.vault.open(SecretPlace.document(business, id), document.keyCiphertext());
		assertThat(content.readPage(1).orElseThrow().readAllBytes()).startsWith(0x89, 'P', 'N', 'G');
		assertThat(content.readPage(2)).isEmpty();
		assertThatIllegalStateException()
			.isThrownBy(() -> this.vault.open(SecretPlace.document(UUID.randomUUID(), id), document.keyCiphertext()));
		this.vault.delete(SecretPlace.Type.ONBOARDING_DOCUMENT, id.toString(), 1);
		assertThat(content.readOriginal()).isEmpty();
	}

	@Test
	void removingWhatWasNeverSubmittedErasesIt() {
		UUID business = opened();
		UUID id = this.filler.add(business, Place.of(Requirement.PAN_CARD), INSTALLATION);
		assertThat(bean(DocumentRows.class).key(id)).isPresent();
		assertThat(this.fill.removeDocument(business, id, INSTALLATION)).isInstanceOf(FillResult.Removed.class);
		assertThat(bean(DocumentRows.class).key(id)).isEmpty();
		assertThat(this.fill.removeDocument(business, id, INSTALLATION)).isInstanceOf(FillResult.Unknown.class);
	}

	@Test
	void takesTheSameContentOnce() {
		UUID business = opened();
		NewDocument document = this.filler.document(business, UUID.randomUUID(), Place.of(Requirement.PAN_CARD));
		this.fill.addDocument(business, document, INSTALLATION);
		NewDocument again = new NewDocument(UUID.randomUUID(), document.place(), document.file(), document.sha256(),
				document.keyCiphertext(), document.scanState(), document.pages());
		assertThat(this.fill.addDocument(business, again, INSTALLATION)).isInstanceOf(FillResult.Duplicate.class);
		assertThat(read(business).documents()).hasSize(1);
	}

	private UUID opened() {
		UUID business = TestBusiness.create(this.database).id();
		this.cases.open(business, INSTALLATION);
		return business;
	}

	/** A principal can be erased, the trail cannot. */
	@Test
	void theTrailNamesPrincipalsByTheirIdsOnly() {
		UUID business = submitted(BusinessType.COMPANY);
		assertThat(this.jdbc.sql("""
				SELECT count(*) FROM onboarding_principal p
				  JOIN audit_event e ON e.business_id = p.business_id AND e.object = p.principal_id::text
				 WHERE p.business_id = :id AND e.act = 'ONBOARDING_PRINCIPAL_ADDED'
				""").param("id", business).query(Integer.class).single()).isPositive();
		assertThat(this.jdbc
			.sql("""
					SELECT concat_ws(' ', e.act, e.before_value, e.after_value) FROM audit_event e
					  JOIN onboarding_principal p ON p.business_id = e.business_id
					 WHERE e.business_id = :id
					   AND (position(p.principal_name IN e::text) > 0 OR position(right(p.aadhaar, 4) IN e.after_value::text) > 0
					        OR position(p.pan IN e::text) > 0)
					""")
			.param("id", business)
			.query(String.class)
			.list()).isEmpty();
	}

	private UUID submitted(BusinessType type) {
		UUID business = opened();
		this.filler.fill(business, type, INSTALLATION);
		assertThat(this.fill.submit(business, INSTALLATION)).isInstanceOf(Submitted.class);
		return business;
	}

	private void acceptAll(UUID business) {
		read(business).entries()
			.stream()
			.filter((entry) -> entry.state() == RequirementState.GIVEN)
			.forEach((entry) -> assertThat(
					this.review.accept(business, entry.requirement(), entry.version(), this.reviewer))
				.isEqualTo(ReviewResult.DONE));
	}

	private void refuse(UUID business, Requirement requirement) {
		assertThat(this.review.refuse(business, requirement, new Refusal(RefusalReason.OTHER, "Not right"),
				entry(business, requirement).version(), this.reviewer))
			.isEqualTo(ReviewResult.DONE);
	}

	private void submitBySql(UUID business) {
		this.jdbc.sql("""
				UPDATE onboarding_case SET state = 'IN_REVIEW', with_merchant = false, submitted_at = now()
				 WHERE business_id = :business
				""").param("business", business).update();
	}

	private OnboardingCase read(UUID business) {
		return this.cases.find(business).orElseThrow();
	}

	private OnboardingCase.Progress progress(UUID business) {
		return read(business).progress();
	}

	private long version(UUID business) {
		return progress(business).version();
	}

	private RequirementEntry entry(UUID business, Requirement requirement) {
		return read(business).entry(requirement).orElseThrow();
	}

	private UUID approval(UUID business) {
		UUID approval = this.review.reviewers(business).orElseThrow().approvalId();
		assertThat(approval).isNotNull();
		return approval;
	}

	private <T> T bean(Class<T> type) {
		return OwnerBeans.bean(this.database.url(), null, type);
	}

	private Actor staff(String email) {
		return new Actor(this.jdbc.sql(
				"INSERT INTO person (audience, email, person_name) VALUES ('STAFF', :email, 'Staff') RETURNING person_id")
			.param("email", email)
			.query(UUID.class)
			.single(), "session", "127.0.0.1");
	}

}
