package dev.hundi.business;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import dev.hundi.approval.Approvals;
import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.list.Page;
import dev.hundi.payout.Charge;
import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.CommissionSlab;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;
import dev.hundi.person.Audience;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Prices, limits, rules and provisioning of businesses. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BusinessTermsIntegrationTests {

	private static final CommissionSlab CHEAP = new CommissionSlab(Rail.IMPS, 0, 1_00, BigDecimal.ZERO, 0, null);

	private static final CommissionSlab DEAR = new CommissionSlab(Rail.IMPS, 0, 9_00, new BigDecimal("0.1250"), 0,
			90_00L);

	private final TestDatabase database = TestDatabase.create();

	private final UUID business = TestBusiness.create(this.database).id();

	private final PricePlans plans = bean(PricePlans.class);

	private final ReadPayoutTerms terms = bean(ReadPayoutTerms.class);

	@AfterAll
	void close() {
		OwnerBeans.close(this.database.url());
		this.database.close();
	}

	@Test
	void aPlanAppliesFromItsStartOn() {
		UUID id = TestBusiness.create(this.database).id();
		assertThat(charge(id, 1_000_00)).isEqualTo(CommissionPlan.DEFAULT.charge(Rail.IMPS, 1_000_00));
		this.plans.add(id, null, List.of(CHEAP), null, null);
		Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
		this.plans.add(id, tomorrow, List.of(DEAR), null, null);
		assertThat(charge(id, 1_000_00)).isEqualTo(new Charge(1_00, 18));
		List<PricePlan> listed = this.plans.ofBusiness(id);
		assertThat(listed).extracting(PricePlan::applies).containsExactly(false, true);
		assertThat(listed.getFirst().slabs()).containsExactly(DEAR);
		assertThat(listed.getFirst().plan().charge(Rail.IMPS, 1_000_00)).isEqualTo(new Charge(10_25, 1_85));
		this.plans.add(id, Instant.now().minus(Duration.ofHours(1)), List.of(), null, null);
		assertThat(charge(id, 1_000_00)).as("an earlier start does not replace a later one")
			.isEqualTo(new Charge(1_00, 18));
		this.plans.add(id, null, List.of(), null, null);
		assertThat(charge(id, 1_000_00)).as("a plan without slabs has the platform's prices")
			.isEqualTo(CommissionPlan.DEFAULT.charge(Rail.IMPS, 1_000_00));
	}

	@Test
	void aPlanNeverChanges() {
		UUID id = TestBusiness.create(this.database).id();
		this.plans.add(id, null, List.of(CHEAP), null, null);
		for (String sql : List.of("UPDATE commission_slab SET flat_paise = 1", "DELETE FROM commission_slab",
				"UPDATE price_plan SET starts_at = now()", "DELETE FROM price_plan")) {
			assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> jdbc().sql(sql).update());
		}
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.plans.add(id, null, List.of(CHEAP, DEAR), null, null))
			.withMessageContaining("same amount");
	}

	@Test
	void limitsAreReplacedAsAWhole() {
		UUID id = TestBusiness.create(this.database).id();
		ChangeLimits limits = bean(ChangeLimits.class);
		limits.set(id, new PayoutLimits(
				Map.of(Rail.UPI, new RailLimits.Range(1_00, 500_00), Rail.IMPS, new RailLimits.Range(1, 2)), 100_00L));
		limits.set(id, new PayoutLimits(Map.of(Rail.UPI, new RailLimits.Range(2_00, 700_00)), null));
		PayoutLimits read = this.terms.limitsOf(id);
		assertThat(read.ranges()).containsExactly(Map.entry(Rail.UPI, new RailLimits.Range(2_00, 700_00)));
		assertThat(read.maxPayoutPaise()).isNull();
		assertThat(this.terms.of(id).railLimits().maxPaise(Rail.UPI)).isEqualTo(700_00);
	}

	@Test
	void provisioningIsWholeAndRepeatable() {
		UUID id = bean(Businesses.class).register(new NewBusiness("New", false, BigDecimal.ZERO, 0)).businessId();
		ProvisionBusiness provision = bean(ProvisionBusiness.class);
		String account = provision.provision(id, null);
		assertThat(provision.provision(id, null)).isEqualTo(account);
		assertThat(this.plans.ofBusiness(id)).singleElement()
			.satisfies((plan) -> assertThat(plan.slabs())
				.containsExactlyInAnyOrderElementsOf(CommissionPlan.DEFAULT.slabs()));
		BusinessOverview overview = bean(SearchBusinesses.class).byId(id).orElseThrow();
		assertThat(overview.wallet()).isEqualTo(new BusinessOverview.Account(0, account));
		assertThat(overview.apiAccessEnabled()).as("switched apart").isFalse();
		assertThat(bean(SearchBusinesses.class).list(account.toLowerCase(Locale.ROOT), false, Page.FIRST))
			.extracting(BusinessOverview::businessId)
			.containsExactly(id);
		UUID broken = bean(Businesses.class).register(new NewBusiness("Broken", false, BigDecimal.ZERO, 0))
			.businessId();
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> provision.provision(broken, UUID.randomUUID()));
		assertThat(bean(SearchBusinesses.class).byId(broken).orElseThrow().wallet()).as("nothing of it remains")
			.isNull();
	}

	@Test
	void theSecondOfTwoChangesIsRefused() {
		UUID id = TestBusiness.create(this.database).id();
		Businesses businesses = bean(Businesses.class);
		WalletRules seen = bean(SearchBusinesses.class).byId(id).orElseThrow().rules();
		WalletRules first = new WalletRules(new BigDecimal("5.50"), 100_00, true);
		assertThat(businesses.changeWalletRules(id, seen, first)).isTrue();
		assertThat(businesses.changeWalletRules(id, seen, new WalletRules(BigDecimal.ONE, 0, false))).isFalse();
		assertThat(bean(SearchBusinesses.class).byId(id).orElseThrow().rules()).isEqualTo(first);
	}

	/**
	 * As the staff's role: only in the transaction that executes an approval of the kind
	 * and for the business.
	 */
	@Test
	void theDatabaseRefusesPricesLimitsAndAccountsOfOnePerson() throws SQLException {
		UUID approval = approved("PRICES", this.business);
		UUID other = TestBusiness.create(this.database).id();
		String plan = "INSERT INTO price_plan (business_id, starts_at, approval_id) VALUES ('%s', now(), '%s')";
		String execute = "UPDATE approval SET executed_at = clock_timestamp() WHERE approval_id = '" + approval + "'";
		assertThat(refusal(plan.formatted(this.business, approval))).contains("two people");
		assertThat(refusal(execute, plan.formatted(other, approval))).contains("two people");
		assertThat(refusal(execute, "INSERT INTO rail_limit VALUES ('" + this.business + "', 'U', 1, 2)"))
			.contains("two people");
		assertThat(refusal("UPDATE business SET max_payout_paise = 1 WHERE business_id = '" + this.business + "'"))
			.contains("two people");
		assertThat(
				refusal("INSERT INTO nodal_account (account_holder_name, ifsc, bank_name, branch_name, account_type, "
						+ "supported_modes) VALUES ('A', 'HDFC0000001', 'B', 'C', 'CURRENT', ARRAY['IMPS'])"))
			.contains("two people");
		assertThat(refusal(execute, plan.formatted(this.business, approval).replace("now()", "now() - interval '1s'")))
			.contains("price_plan_is_not_retroactive");
		assertThat(refusal(execute, plan.formatted(this.business, approval))).isEmpty();
	}

	@Test
	void theDatabaseRefusesApiAccessWithoutAWallet() throws SQLException {
		UUID id = bean(Businesses.class).register(new NewBusiness("New", false, BigDecimal.ZERO, 0)).businessId();
		assertThat(refusal("UPDATE business SET api_access_enabled = true WHERE business_id = '" + id + "'"))
			.contains("no wallet");
	}

	@Test
	void aProposalIsStoredUnderItsHash() {
		UUID maker = person();
		ProposedChanges changes = bean(ProposedChanges.class);
		NewApproval other = approval("PRICES", this.business, maker, ProposedChanges.hash("{\"a\":2}"));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> changes.propose(other, "{\"a\":1}", "agreed by mail"));
		UUID id = changes.propose(other, "{\"a\":2}", "agreed by mail");
		assertThat(changes.open(List.of("PRICES"))).anySatisfy((change) -> {
			assertThat(change.approval().approvalId()).isEqualTo(id);
			assertThat(change.content()).isEqualTo("{\"a\":2}");
			assertThat(change.businessName()).isEqualTo("Asha Traders");
		});
		assertThat(changes.open(List.of("LIMITS"))).isEmpty();
	}

	private UUID approved(String kind, UUID businessId) {
		byte[] hash = ProposedChanges.hash("{}");
		UUID id = bean(Approvals.class).ask(approval(kind, businessId, person(), hash));
		bean(Approvals.class).approve(id, person(), hash);
		return id;
	}

	private static NewApproval approval(String kind, UUID businessId, UUID maker, byte[] hash) {
		return new NewApproval(kind, businessId, hash, "Prices", new Maker.OfPerson(maker), "rule", 1,
				Duration.ofHours(1));
	}

	private UUID person() {
		Person person = new Person(UUID.randomUUID(), Audience.STAFF, UUID.randomUUID() + "@example.com", "Nila");
		new TransactionTemplate(bean(PlatformTransactionManager.class))
			.executeWithoutResult((status) -> bean(People.class).add(person));
		return person.personId();
	}

	/** The message of the first refusal of statements in one transaction, or empty. */
	private String refusal(String... statements) throws SQLException {
		try (Connection connection = DriverManager.getConnection(this.database.url(),
				RuntimeRole.PORTAL_STAFF.roleName(), "trusted"); Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			try {
				for (String sql : statements) {
					statement.execute(sql);
				}
				return "";
			}
			catch (SQLException ex) {
				return String.valueOf(ex.getMessage());
			}
			finally {
				connection.rollback();
			}
		}
	}

	private Charge charge(UUID id, long amountPaise) {
		return this.terms.of(id).commissionPlan().charge(Rail.IMPS, amountPaise);
	}

	private JdbcClient jdbc() {
		return JdbcClient.create(this.database.dataSource());
	}

	private <T> T bean(Class<T> type) {
		return OwnerBeans.bean(this.database.url(), null, type);
	}

}
