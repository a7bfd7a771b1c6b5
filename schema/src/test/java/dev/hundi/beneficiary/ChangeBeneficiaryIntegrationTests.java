package dev.hundi.beneficiary;

import java.util.List;
import java.util.UUID;

import dev.hundi.beneficiary.CreateBeneficiaryResult.Created;
import dev.hundi.beneficiary.UpdateBeneficiaryResult.Changed;
import dev.hundi.beneficiary.UpdateBeneficiaryResult.Collision;
import dev.hundi.beneficiary.UpdateBeneficiaryResult.NotFound;
import dev.hundi.beneficiary.UpdateBeneficiaryResult.TargetKindImmutable;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class ChangeBeneficiaryIntegrationTests {

	private static final BeneficiaryChange NAMED = new BeneficiaryChange("Sita Devi", null, null, null, null, null);

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final Beneficiaries beneficiaries = new Beneficiaries(this.jdbc);

	private final ChangeBeneficiary change = new ChangeBeneficiary(this.jdbc, this.beneficiaries);

	private final UUID business = TestBusiness.create(database).id();

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void recordsEveryChangeWithASnapshot() {
		UUID id = created("100200300400", null);

		assertThat(this.change.update(this.business, id, NAMED)).isInstanceOf(Changed.class);
		assertThat(this.change.archive(this.business, id)).isTrue();
		assertThat(this.change.reactivate(this.business, id, "Came back")).isPresent();

		assertThat(trail(id)).containsExactly("1 CREATED null Ramesh active", "2 UPDATED null Sita Devi active",
				"3 ARCHIVED null Sita Devi inactive", "4 REACTIVATED Came back Sita Devi active");
	}

	@Test
	void recordsNoEventForAChangeWithoutEffect() {
		UUID id = created("100200300401", null);
		this.change.update(this.business, id, NAMED);

		assertThat(this.change.update(this.business, id, NAMED)).isInstanceOf(Changed.class);
		assertThat(this.change.reactivate(this.business, id, "Was active")).isPresent();
		this.change.archive(this.business, id);
		assertThat(this.change.archive(this.business, id)).isFalse();

		assertThat(trail(id)).hasSize(3);
	}

	@Test
	void rejectsATargetOfAnotherBeneficiary() {
		UUID first = created("100200300402", null);
		UUID second = created("100200300403", null);
		UUID third = created(null, "sita@upi");
		UUID fourth = created(null, "rama@upi");

		assertThat(this.change.update(this.business, second,
				new BeneficiaryChange(null, null, null, "100200300402", null, null)))
			.isInstanceOfSatisfying(Collision.class,
					(collision) -> assertThat(collision.existing().beneficiaryId()).isEqualTo(first));
		assertThat(this.change.update(this.business, fourth,
				new BeneficiaryChange("New name", null, null, null, null, "SITA@upi")))
			.isInstanceOfSatisfying(Collision.class,
					(collision) -> assertThat(collision.existing().beneficiaryId()).isEqualTo(third));
		assertThat(trail(fourth)).hasSize(1);
	}

	@Test
	void rejectsAnotherKindOfTarget() {
		UUID bank = created("100200300404", null);
		UUID upi = created(null, "lata@upi");

		assertThat(
				this.change.update(this.business, bank, new BeneficiaryChange(null, null, null, null, null, "a1@upi")))
			.isInstanceOf(TargetKindImmutable.class);
		assertThat(this.change.update(this.business, upi,
				new BeneficiaryChange(null, null, null, null, "hdfc0000001", null)))
			.isInstanceOf(TargetKindImmutable.class);
	}

	/** It has no target, so a payout to it would have no receiver. */
	@Test
	void leavesErasedBeneficiariesInactiveAndFreesTheirTargets() {
		UUID id = created("100200300406", null);
		this.change.archive(this.business, id);
		this.jdbc.sql("SELECT erase_beneficiary(:business, :id)")
			.param("business", this.business)
			.param("id", id)
			.query((row) -> {
			});

		assertThat(this.change.reactivate(this.business, id, null)).isEmpty();
		assertThat(this.change.update(this.business, id, NAMED)).isInstanceOf(NotFound.class);
		assertThat(created("100200300406", null)).isNotEqualTo(id);
		assertThat(trail(id)).containsExactly("1 CREATED null null active", "2 ARCHIVED null null inactive");
	}

	@Test
	void hidesBeneficiariesOfOtherBusinesses() {
		UUID id = created("100200300405", null);
		UUID other = TestBusiness.create(database).id();

		assertThat(this.change.update(other, id, NAMED)).isInstanceOf(NotFound.class);
		assertThat(this.change.archive(other, id)).isFalse();
		assertThat(this.change.reactivate(other, id, null)).isEmpty();
	}

	private UUID created(@Nullable String account, @Nullable String vpa) {
		CreateBeneficiaryResult creation = this.beneficiaries.create(this.business, new NewBeneficiary("Ramesh", null,
				"9876543210", account, (account != null) ? "HDFC0000001" : null, vpa));
		if (creation instanceof Created created) {
			return created.beneficiaryId();
		}
		throw new AssertionError("Not created: " + creation);
	}

	private List<String> trail(UUID id) {
		return this.jdbc
			.sql("""
					SELECT sequence || ' ' || kind || ' ' || coalesce(reason, 'null') || ' ' || coalesce(snapshot ->> 'name', 'null') || ' '
					       || (snapshot ->> 'status')
					  FROM beneficiary_event WHERE beneficiary_id = :id ORDER BY sequence
					""")
			.param("id", id)
			.query(String.class)
			.list();
	}

}
