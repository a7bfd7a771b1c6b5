package dev.hundi.beneficiary;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import dev.hundi.beneficiary.CreateBeneficiaryResult.Created;
import dev.hundi.beneficiary.CreateBeneficiaryResult.Duplicate;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BeneficiariesIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final Beneficiaries beneficiaries = new Beneficiaries(this.jdbc);

	private final UUID business = TestBusiness.create(database).id();

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void createsABankTargetWithItsEvent() {
		Created created = created(this.beneficiaries.create(this.business, bank("123456789012", "hdfc0001234")));
		assertThat(created.beneficiaryCode()).matches("BEN[0-9A-HJKMNP-TV-Z]{8}");
		assertThat(this.jdbc
			.sql("""
					SELECT e.sequence || ' ' || e.kind || ' ' || (e.snapshot = jsonb_build_object(
					         'beneficiaryId', b.beneficiary_id, 'beneficiaryCode', b.beneficiary_code, 'name', 'Ramesh Kumar',
					         'email', 'ramesh@example.com', 'phoneNumber', '9876543210', 'accountNumber', '123456789012',
					         'ifsc', 'HDFC0001234', 'vpa', NULL, 'status', 'active', 'createdAt', e.snapshot ->> 'createdAt'))
					  FROM beneficiary b JOIN beneficiary_event e USING (business_id, beneficiary_id)
					 WHERE b.beneficiary_id = :id
					""")
			.param("id", created.beneficiaryId())
			.query(String.class)
			.list()).containsExactly("1 CREATED true");
		assertThat(this.jdbc.sql("SELECT snapshot ->> 'createdAt' FROM beneficiary_event WHERE beneficiary_id = :id")
			.param("id", created.beneficiaryId())
			.query(String.class)
			.single()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
	}

	@Test
	void returnsTheExistingBeneficiaryForTheSameAccount() {
		Created first = created(this.beneficiaries.create(this.business, bank("123456789012", "HDFC0001234")));
		Beneficiary existing = duplicate(this.beneficiaries.create(this.business, bank("123456789012", "hdfc0001234")));
		assertThat(existing.beneficiaryId()).isEqualTo(first.beneficiaryId());
		assertThat(existing.beneficiaryCode()).isEqualTo(first.beneficiaryCode());
		assertThat(existing.businessId()).isEqualTo(this.business);
		assertThat(existing.email()).isEqualTo("ramesh@example.com");
		assertThat(existing.ifsc()).isEqualTo("HDFC0001234");
		assertThat(existing.vpa()).isNull();
		assertThat(existing.status()).isEqualTo(BeneficiaryStatus.ACTIVE);
		assertThat(eventCount()).isEqualTo(1);
	}

	@Test
	void acceptsTheSameAccountNumberAtAnotherBank() {
		created(this.beneficiaries.create(this.business, bank("123456789012", "HDFC0001234")));
		created(this.beneficiaries.create(this.business, bank("123456789012", "ICIC0001234")));
	}

	@Test
	void comparesVpasWithoutCaseAndKeepsThemAsSent() {
		Created first = created(this.beneficiaries.create(this.business, vpa("Asha.K@upi")));
		Beneficiary existing = duplicate(this.beneficiaries.create(this.business, vpa("asha.k@UPI")));
		assertThat(existing.beneficiaryId()).isEqualTo(first.beneficiaryId());
		assertThat(existing.vpa()).isEqualTo("Asha.K@upi");
	}

	@Test
	void treatsAnArchivedBeneficiaryAsExisting() {
		Created first = created(this.beneficiaries.create(this.business, vpa("asha@upi")));
		this.jdbc.sql("UPDATE beneficiary SET status = 0 WHERE beneficiary_id = :id")
			.param("id", first.beneficiaryId())
			.update();
		assertThat(duplicate(this.beneficiaries.create(this.business, vpa("asha@upi"))).status())
			.isEqualTo(BeneficiaryStatus.INACTIVE);
	}

	@Test
	void keepsTheTargetsOfTwoBusinessesApart() {
		UUID other = TestBusiness.create(database).id();
		Created mine = created(this.beneficiaries.create(this.business, vpa("asha@upi")));
		Created theirs = created(this.beneficiaries.create(other, vpa("asha@upi")));
		assertThat(mine.beneficiaryId()).isNotEqualTo(theirs.beneficiaryId());
	}

	@Test
	void createsOneBeneficiaryUnderConcurrency() throws Exception {
		List<Callable<CreateBeneficiaryResult>> requests = IntStream.range(0, 32)
			.mapToObj((i) -> (Callable<CreateBeneficiaryResult>) () -> this.beneficiaries.create(this.business,
					(i % 2 == 0) ? vpa("asha@upi") : vpa("ASHA@upi")))
			.toList();
		List<CreateBeneficiaryResult> answers = new ArrayList<>();
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var answer : threads.invokeAll(requests)) {
				answers.add(answer.get());
			}
		}
		UUID id = answers.stream()
			.filter(Created.class::isInstance)
			.map((answer) -> created(answer).beneficiaryId())
			.findFirst()
			.orElseThrow();
		assertThat(answers).filteredOn(Created.class::isInstance).hasSize(1);
		assertThat(answers).filteredOn(Duplicate.class::isInstance)
			.hasSize(31)
			.allSatisfy((answer) -> assertThat(duplicate(answer).beneficiaryId()).isEqualTo(id));
		assertThat(eventCount()).isEqualTo(1);
	}

	@Test
	void rejectsATargetOfBothKindsOrNone() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new NewBeneficiary("A", null, "9876543210", null, null, null));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new NewBeneficiary("A", null, "9876543210", "123456789", null, null));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new NewBeneficiary("A", null, "9876543210", "123456789", "HDFC0001234", "a@upi"));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new NewBeneficiary("A", null, "9876543210", null, "HDFC0001234", "a@upi"));
	}

	/**
	 * Row-level security would keep the planner from the index: LIKE is not leakproof.
	 */
	@Test
	void theMerchantsPortalSearchesItsBusinessInTheIndex() {
		Created own = created(this.beneficiaries.create(this.business, bank("123456789012", "HDFC0001234")));
		this.beneficiaries.create(TestBusiness.create(database).id(), bank("123456789012", "HDFC0001234"));
		this.jdbc.sql("""
				INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, account_number, ifsc)
				SELECT business_id, 'BEN' || to_char(n, 'FM00000000'), name, phone_number, 500000000 + n, ifsc
				  FROM beneficiary CROSS JOIN generate_series(1, 3000) AS n WHERE beneficiary_id = :id
				""").param("id", own.beneficiaryId()).update();
		this.jdbc.sql("VACUUM ANALYZE beneficiary").update();
		DataSource portal = new DriverManagerDataSource(database.url(), RuntimeRole.PORTAL_MERCHANT.roleName(),
				"trusted");
		JdbcClient merchant = JdbcClient.create(portal);
		new TransactionTemplate(new JdbcTransactionManager(portal)).executeWithoutResult((status) -> {
			merchant.sql(
					"SELECT set_config('hundi.business_id', :business, true), set_config('enable_seqscan', 'off', true)")
				.param("business", this.business.toString())
				.query()
				.listOfRows();
			assertThat(merchant
				.sql("SELECT beneficiary_id FROM merchant.beneficiary_search WHERE search_text LIKE '%123456789012%'")
				.query(UUID.class)
				.list()).containsExactly(own.beneficiaryId());
			assertThat(merchant.sql(
					"EXPLAIN SELECT beneficiary_id FROM merchant.beneficiary_search WHERE search_text LIKE '%123456789012%'")
				.query(String.class)
				.list()).anySatisfy((line) -> assertThat(line).contains("Index Cond", "search_text ~~"));
		});
	}

	private long eventCount() {
		return this.jdbc.sql("SELECT count(*) FROM beneficiary_event WHERE business_id = :id")
			.param("id", this.business)
			.query(Long.class)
			.single();
	}

	private static NewBeneficiary bank(String accountNumber, String ifsc) {
		return new NewBeneficiary("Ramesh Kumar", "ramesh@example.com", "9876543210", accountNumber, ifsc, null);
	}

	private static NewBeneficiary vpa(String vpa) {
		return new NewBeneficiary("Asha Kulkarni", null, "+919876543210", null, null, vpa);
	}

	private static Created created(CreateBeneficiaryResult creation) {
		assertThat(creation).isInstanceOf(Created.class);
		return (Created) creation;
	}

	private static Beneficiary duplicate(CreateBeneficiaryResult creation) {
		assertThat(creation).isInstanceOf(Duplicate.class);
		return ((Duplicate) creation).existing();
	}

}
