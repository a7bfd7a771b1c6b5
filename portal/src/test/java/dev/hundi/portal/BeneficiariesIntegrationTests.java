package dev.hundi.portal;

import java.time.Duration;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.verification.NameLookUps;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The pages of beneficiaries. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BeneficiariesIntegrationTests {

	private static final String HEADINGS = "Name,Phone,Email,Account Number,IFSC,VPA\n";

	private final TestPortal portal = TestPortal.shared();

	@SuppressWarnings("NullAway.Init")
	private Desk desk;

	@SuppressWarnings("NullAway.Init")
	private Desk other;

	@BeforeAll
	void start() {
		TestPortal.Copy merchants = TestPortal.sharedCopy(Audience.MERCHANT);
		this.desk = new Desk(this.portal, merchants, "asha-beneficiaries");
		this.other = new Desk(this.portal, merchants, "other-beneficiaries");
	}

	@ParameterizedTest
	@EnumSource(names = { "OWNER", "MAKER", "CHECKER", "DEVELOPER", "VIEWER" })
	void aRoleReachesItsPagesAndActsOnly(Role role) {
		boolean reads = role != Role.DEVELOPER;
		boolean makes = role == Role.OWNER || role == Role.MAKER;
		String unknown = "/beneficiaries/" + UUID.randomUUID();
		assertThat(this.desk.as(role).get("/beneficiaries").status()).isEqualTo(reads ? 200 : 403);
		assertThat(this.desk.as(role).get(unknown).status()).isEqualTo(reads ? 404 : 403);
		for (String page : List.of("/beneficiaries/new", "/beneficiaries/import")) {
			assertThat(this.desk.as(role).get(page).status()).as(page).isEqualTo(makes ? 200 : 403);
		}
		Map<String, String> valid = Map.of("name", "By " + role, "phoneNumber", "9876543210", "vpa",
				role.name().toLowerCase(Locale.ROOT) + "@okbank");
		assertThat(this.desk.as(role).post("/beneficiaries/new", valid).status()).isEqualTo(makes ? 302 : 403);
		for (String act : List.of("", "/archive", "/reactivate", "/verification")) {
			assertThat(this.desk.as(role).post(unknown + act, valid).status()).as(act).isEqualTo(makes ? 404 : 403);
		}
	}

	@Test
	void aBeneficiaryIsCreatedEditedArchivedAndReactivated() {
		Visitor maker = this.desk.as(Role.MAKER);
		Visitor.Page created = maker.get("/beneficiaries/new")
			.submit("#new-form", Map.of("name", "Sita Devi", "phoneNumber", "98765 01234", "accountNumber",
					"1234-5678-9012", "ifsc", "icic0000104"));
		String address = created.location();
		assertThat(created.follow().text()).contains("The beneficiary is created.", "Sita Devi", "ICIC0000104");
		maker.get(address).submit("#edit-form", Map.of("name", "Sita Kumari", "email", "sita@example.com"));
		assertThat(maker.get(address).text()).contains("Sita Kumari", "sita@example.com");
		assertThat(maker.get(address).submit("#archive-form", Map.of()).follow().text()).contains("Archived");
		assertThat(maker.get("/beneficiaries?q=sita&status=ACTIVE").textOf("total")).isEqualTo("Beneficiaries: 0");
		maker.get(address).submit("#reactivate-form", Map.of("reason", "Works for us again"));
		assertThat(maker.get(address).document().select("#trail tbody tr td:nth-child(2)").eachText())
			.containsExactly("Reactivated", "Archived", "Changed", "Created");
		assertThat(maker.get(address).text()).contains("Works for us again");
		assertThat(maker.get("/beneficiaries?q=sita&status=ACTIVE").textOf("total")).isEqualTo("Beneficiaries: 1");
		assertThat(acts()).contains("BENEFICIARY_CREATED", "BENEFICIARY_CHANGED", "BENEFICIARY_ARCHIVED",
				"BENEFICIARY_REACTIVATED");
		for (String act : List.of("", "/archive", "/reactivate")) {
			assertThat(this.other.as(Role.OWNER).post(address + act, Map.of("name", "Mine now")).status())
				.isEqualTo(404);
		}
		assertThat(this.other.as(Role.OWNER).get(address).status()).isEqualTo(404);
		assertThat(this.other.as(Role.OWNER).get("/beneficiaries?q=sita").textOf("total"))
			.isEqualTo("Beneficiaries: 0");
	}

	@Test
	void aSearchTextThatIsTooLongIsAnErrorOfTheField() {
		Visitor maker = this.desk.as(Role.MAKER);
		for (String list : List.of("/beneficiaries", "/search", "/wallet")) {
			assertThat(maker.get(list + "?q=" + "a".repeat(255)).document().select("#q-error")).as(list).isEmpty();
			Visitor.Page refused = maker.get(list + "?q=" + "a".repeat(256));
			assertThat(refused.textOf("q-error")).isEqualTo("Search for at most 255 characters.");
			assertThat(refused.document().select("#q").attr("aria-describedby")).isEqualTo("q-error");
			assertThat(refused.document().select("#beneficiary-table tr, #total, #movement-table tr, #summary"))
				.isEmpty();
		}
	}

	@Test
	void aPageThatIsOlderThanAChangeDoesNotUndoIt() {
		String address = this.desk.as(Role.MAKER)
			.post("/beneficiaries/new",
					Map.of("name", "Two Makers", "phoneNumber", "9876501277", "accountNumber", "998877665501", "ifsc",
							"ICIC0000104"))
			.location();
		Visitor.Page older = this.desk.as(Role.OWNER).get(address);
		this.desk.as(Role.MAKER).get(address).submit("#edit-form", Map.of("accountNumber", "998877665502"));
		assertThat(older.submit("#edit-form", Map.of("phoneNumber", "9876501278")).follow().text())
			.contains("The beneficiary is saved.", "998877665502", "9876501278");
		Visitor.Page conflict = older.submit("#edit-form", Map.of("accountNumber", "998877665503"));
		assertThat(conflict.textOf("accountNumber-error")).startsWith("This was changed since you opened the page");
		assertThat(conflict.text()).contains("998877665502");
		assertThat(conflict.document().select("#accountNumber").val()).as("what was typed").isEqualTo("998877665503");
		assertThat(conflict.submit("#edit-form", Map.of()).follow().text()).contains("998877665503", "9876501278");
	}

	/** A new beneficiary may have a prefix that a change may not give. */
	@Test
	void aNumberWithAPrefixMayStay() {
		Visitor maker = this.desk.as(Role.MAKER);
		String address = maker
			.post("/beneficiaries/new",
					Map.of("name", "Prefixed", "phoneNumber", "+919876543210", "vpa", "prefixed@okbank"))
			.location();
		assertThat(maker.get(address).submit("#edit-form", Map.of("name", "Prefixed Rao")).follow().text())
			.contains("Prefixed Rao", "The beneficiary is saved.");
		assertThat(maker.get(address).document().select("#phoneNumber").val()).isEqualTo("+919876543210");
		assertThat(maker.get(address)
			.submit("#edit-form", Map.of("phoneNumber", "+919876543211"))
			.textOf("phoneNumber-error")).isNotBlank();
	}

	/**
	 * The trail is never erased, so it names the payee by its id and shows the present
	 * name.
	 */
	@Test
	void theTrailSaysWhichFieldsChangedWithoutTheirContents() {
		Visitor maker = this.desk.as(Role.MAKER);
		String address = maker
			.post("/beneficiaries/new",
					Map.of("name", "Gita Menon", "phoneNumber", "9876501299", "email", "gita@example.com",
							"accountNumber", "445566771234", "ifsc", "ICIC0000104"))
			.location();
		maker.get(address)
			.submit("#edit-form", Map.of("name", "Gita Nair", "accountNumber", "445566779876", "ifsc", "HDFC0000001",
					"phoneNumber", "9876501298", "email", "nair@example.com"));
		maker.get(address).submit("#edit-form", Map.of("email", ""));
		String id = address.replaceAll(".*/", "");
		List<String> changes = this.portal.jdbc()
			.sql("SELECT before_value::text || ' ' || after_value::text FROM audit_event WHERE business_id = ? AND act = 'BENEFICIARY_CHANGED' AND before_value IS NOT NULL AND object = ?")
			.param(this.desk.id())
			.param(code(id))
			.query(String.class)
			.list();
		assertThat(changes).hasSize(1)
			.first()
			.asString()
			.contains("\"accountEnding\": \"1234\"", "\"accountEnding\": \"9876\"", "\"ifsc\": \"ICIC0000104\"",
					"\"ifsc\": \"HDFC0000001\"", "\"sequence\": 2",
					"[\"name\", \"phoneNumber\", \"email\", \"accountNumber\", \"ifsc\"]");
		assertThat(this.portal.jdbc()
			.sql("SELECT after_value::text FROM audit_event WHERE business_id = ? AND act = 'BENEFICIARY_CHANGED' AND object = ? ORDER BY sequence")
			.param(this.desk.id())
			.param(code(id))
			.query(String.class)
			.list()).hasSize(2).last().asString().contains("\"changedFields\": [\"email\"]", "\"sequence\": 3");
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM audit_event e WHERE e::text ~ 'Gita|Menon|Nair|4455667|987650129|@example.com'")
			.query(Integer.class)
			.single()).as("events with personal data").isZero();
		assertThat(
				this.desk.as(Role.OWNER).get("/audit?act=BENEFICIARY_CHANGED").document().select("#audit-table").text())
			.contains("Gita Nair", "changed fields: name, phone number, email, account number, ifsc",
					"account ending: 1234 9876");
	}

	private String code(String id) {
		return this.portal.jdbc()
			.sql("SELECT beneficiary_code FROM beneficiary WHERE beneficiary_id = ?::uuid")
			.param(id)
			.query(String.class)
			.single();
	}

	@Test
	void aNameIsVerifiedAndItsResultShown() {
		Visitor maker = this.desk.as(Role.MAKER);
		String address = maker
			.post("/beneficiaries/new",
					Map.of("name", "Verified Devi", "phoneNumber", "9876501234", "vpa", "verified@okbank"))
			.location();
		assertThat(maker.get(address).text()).contains("The name was not verified yet.", "₹2.36");
		assertThat(maker.get(address).submit("#verify-form", Map.of()).follow().text())
			.contains("The verification is running.", "Running");
		assertThat(maker.get(address).document().select("#verify-form")).isEmpty();
		NameLookUps lookUps = this.portal.owner(NameLookUps.class);
		lookUps.claim("sandbox", true, true, 1_000, Duration.ofHours(1))
			.forEach((lookUp) -> lookUps.reported(lookUp, "V DEVI"));
		assertThat(maker.get(address).document().select("#verification dd").eachText()).first()
			.asString()
			.startsWith("Similar name Score");
		assertThat(maker.get(address).text()).contains("V DEVI", "Verified: similar name");
		assertThat(maker.get("/beneficiaries?q=verified").document().select("#beneficiary-table td").eachText()).last()
			.asString()
			.startsWith("Similar name");
		assertThat(maker.get("/wallet").text()).contains("Name verification fee");
		assertThat(acts()).contains("BENEFICIARY_VERIFICATION_REQUESTED");
		assertThat(this.desk.as(Role.VIEWER).get(address).document().select("#verify-form")).isEmpty();
		assertThat(this.other.as(Role.OWNER).post(address + "/verification", Map.of()).status()).isEqualTo(404);
		String poor = this.other.as(Role.OWNER)
			.post("/beneficiaries/new", Map.of("name", "Poor Devi", "phoneNumber", "9876501234", "vpa", "poor@okbank"))
			.location();
		this.other.business().rules("100", 0, false);
		assertThat(this.other.as(Role.OWNER).get(poor).submit("#verify-form", Map.of()).follow().text())
			.contains("The spendable balance does not cover the verification fee.");
		this.other.business().rules("0", 0, false);
	}

	@ParameterizedTest
	@CsvSource({ "name,' '", "name,Devi \u202E", "name,\u200B", "phoneNumber,12345", "email,nobody", "accountNumber,12",
			"ifsc,HDFC1", "vpa,x@okbank" })
	void aWrongFieldIsNamedAndTheOthersAreKept(String field, String value) {
		Map<String, String> fields = new HashMap<>(Map.of("name", "Kept Name", "phoneNumber", "9876543210",
				"accountNumber", "998877665544", "ifsc", "HDFC0000001"));
		fields.put(field, value);
		Visitor.Page page = this.desk.as(Role.MAKER).post("/beneficiaries/new", fields);
		String named = field.equals("vpa") ? "accountNumber" : field;
		assertThat(page.document().select("#error-summary a").eachAttr("href")).containsExactly("#" + named);
		assertThat(page.textOf(named + "-error")).as("beside the field").isNotBlank();
		assertThat(page.document().select(".is-invalid").eachAttr("id")).containsExactly(named);
		assertThat(page.document().select("#ifsc").val()).isEqualTo(fields.get("ifsc"));
	}

	@Test
	void aKnownTargetLeadsToItsBeneficiary() {
		Visitor maker = this.desk.as(Role.MAKER);
		Map<String, String> first = Map.of("name", "First", "phoneNumber", "9876543210", "vpa", "first@okbank");
		String address = maker.post("/beneficiaries/new", first).location();
		Visitor.Page again = maker.post("/beneficiaries/new", first);
		assertThat(again.document().select("#error-summary a").eachAttr("href")).contains(address);
		assertThat(again.document().select(".is-invalid").eachAttr("id")).containsExactly("vpa");
		String second = maker
			.post("/beneficiaries/new", Map.of("name", "Second", "phoneNumber", "9876543210", "vpa", "second@okbank"))
			.location();
		assertThat(maker.get(second).submit("#edit-form", Map.of("vpa", "FIRST@okbank")).text())
			.contains("You already have a beneficiary with this account or VPA.", "Open First");
	}

	@Test
	void aFileIsImportedWholeOrNotAtAll() {
		Visitor maker = this.desk.as(Role.MAKER);
		String good = HEADINGS
				+ "Anil,9876543211,anil@example.com,556677889900,HDFC0000001,\n\"Bela, Rao\",9876543212,,,,bela@okbank\n";
		Visitor.Page bad = upload(maker, good + "Chetan,12,,1,HDFC0000001,\n");
		assertThat(bad.document().select("#problem-table tbody tr").eachText()).containsExactly(
				"4 Phone The mobile number must be Indian, such as 9876543210.",
				"4 Account Number The account number must have 9 to 18 digits.");
		assertThat(maker.get("/beneficiaries?q=anil").textOf("total")).isEqualTo("Beneficiaries: 0");
		assertThat(upload(maker, "\uFEFF" + good).follow().textOf("imported"))
			.isEqualTo("Beneficiaries created: 2. Already registered: 0.");
		assertThat(upload(maker, good).follow().textOf("imported"))
			.isEqualTo("Beneficiaries created: 0. Already registered: 2.");
		assertThat(maker.get("/beneficiaries?q=Bela, R".replace(" ", "%20")).textOf("total"))
			.isEqualTo("Beneficiaries: 1");
		assertThat(upload(this.desk.as(Role.VIEWER), good).status()).isEqualTo(403);
	}

	@Test
	void whatIsNoListIsRefusedWithAReason() {
		Visitor maker = this.desk.as(Role.MAKER);
		assertThat(upload(maker, "").text()).contains("Choose a csv file");
		assertThat(upload(maker, HEADINGS).text()).contains("Choose a csv file");
		assertThat(upload(maker, "One,Two\n1,2\n").text()).contains("must contain the heading Name");
		assertThat(upload(maker, HEADINGS + "Anil,9876543211,,,,x@okbank\n".repeat(1_001)).text())
			.contains("more than 1,000 rows");
		assertThat(maker
			.upload("/beneficiaries/import", "list.csv",
					(HEADINGS + "José,9876543211,,,,jose@okbank\n").getBytes(StandardCharsets.ISO_8859_1))
			.text()).contains("not in UTF-8");
	}

	@Test
	void noRowOfAFileIsLostOrTakenForAnother() {
		Visitor maker = this.desk.as(Role.MAKER);
		String row = "Dev,9876543213,,,,dev@okbank\n";
		assertThat(upload(maker,
				HEADINGS.strip() + ",Remarks\n" + row.strip() + ",\"VIP\nEsha,9876543214,,,,esha@okbank,\n")
			.text()).contains("a quotation mark that is never closed");
		assertThat(upload(maker, HEADINGS.strip() + ",Account No\n" + row).text())
			.contains("Two columns have the same");
		assertThat(upload(maker, HEADINGS + row + "Rao, Esha,9876543214,,,,esha@okbank\n").document()
			.select("#problem-table tbody tr td:first-child, #problem-table tbody tr td:nth-child(2)")
			.eachText()).containsExactly("3", "Row");
		assertThat(upload(maker, HEADINGS + "Gita,9.87654E+09,,1.23457E+15,HDFC0000001,\n").document()
			.select("#problem-table tbody tr")
			.eachText()).hasSize(2).allMatch((problem) -> problem.contains("A spreadsheet has shortened this number"));
		assertThat(maker.get("/beneficiaries?q=9876543213").textOf("total")).isEqualTo("Beneficiaries: 0");
		assertThat(upload(maker,
				"\n" + HEADINGS.strip() + ",,\n" + row.strip() + ",,\n,,,,,,,\n , ,,,,\n"
						+ "Hari,9876543217,,026291800001191,YESB0000262\n")
			.follow()
			.textOf("imported")).isEqualTo("Beneficiaries created: 2. Already registered: 0.");
	}

	private static Visitor.Page upload(Visitor visitor, String content) {
		return visitor.upload("/beneficiaries/import", "list.csv", content.getBytes(StandardCharsets.UTF_8));
	}

	private List<String> acts() {
		return this.portal.jdbc()
			.sql("SELECT act FROM audit_event WHERE business_id = :id")
			.param("id", this.desk.id())
			.query(String.class)
			.list();
	}

}
