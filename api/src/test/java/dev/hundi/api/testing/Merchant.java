package dev.hundi.api.testing;

import java.math.BigDecimal;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

import dev.hundi.business.ApiKeys;
import dev.hundi.business.Businesses;
import dev.hundi.business.IssuedKey;
import dev.hundi.business.NewBusiness;
import dev.hundi.testing.TestBusiness;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A business with an API key that calls the shared API.
 */
public final class Merchant {

	private final UUID businessId;

	private final IssuedKey key;

	/** A business with API access, an empty wallet and no address rules. */
	public Merchant() {
		this(TestBusiness.create(RunningApi.sharedDatabase()).id());
	}

	private Merchant(UUID businessId) {
		this.businessId = businessId;
		this.key = RunningApi.shared().bean(ApiKeys.class).issue(businessId);
	}

	/** A business whose wallet is not open yet. */
	public static Merchant withoutWallet() {
		return new Merchant(RunningApi.shared()
			.bean(Businesses.class)
			.register(new NewBusiness("Asha Traders", true, BigDecimal.TEN, 0))
			.businessId());
	}

	public UUID businessId() {
		return this.businessId;
	}

	public IssuedKey key() {
		return this.key;
	}

	public Answer send(Call call) {
		return RunningApi.shared().send(call, this.key);
	}

	/** Runs an update; {@code :id} is the business. */
	public Merchant sql(String statement) {
		JdbcClient.create(RunningApi.sharedDatabase().dataSource())
			.sql(statement)
			.param("id", this.businessId)
			.update();
		return this;
	}

	/** Queries a number; {@code :id} is the business. */
	public long count(String query) {
		return JdbcClient.create(RunningApi.sharedDatabase().dataSource())
			.sql(query)
			.param("id", this.businessId)
			.query(Long.class)
			.single();
	}

	/** Registers a new bank beneficiary and returns its id. */
	public String bankBeneficiary() {
		return created("""
				{"name":"Ramesh Kumar","phoneNumber":"9876543210","accountNumber":"%d","ifsc":"HDFC0000001"}"""
			.formatted(ThreadLocalRandom.current().nextLong(100_000_000_000L, 999_999_999_999L)));
	}

	/** Registers a new UPI beneficiary and returns its id. */
	public String upiBeneficiary() {
		return created("""
				{"name":"Sita Devi","phoneNumber":"9876543210","vpa":"sita%d@upi"}"""
			.formatted(ThreadLocalRandom.current().nextLong(1_000_000_000L)));
	}

	/** The body of an IMPS payout. */
	public static String payout(String beneficiaryId, String amount) {
		return """
				{"beneficiaryId":"%s","amount":"%s","transactionType":"I"}""".formatted(beneficiaryId, amount);
	}

	private String created(String body) {
		Answer answer = send(Call.post("/v1/beneficiaries", body));
		if (answer.status() != 201) {
			throw new AssertionError("No beneficiary: " + answer);
		}
		return answer.data().path("beneficiaryId").asString();
	}

}
