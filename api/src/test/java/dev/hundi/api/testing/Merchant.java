package dev.hundi.api.testing;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.testing.TestBusiness;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A business with an API key that calls the shared API.
 */
public final class Merchant {

	private final TestBusiness business = TestBusiness.create(RunningApi.sharedDatabase());

	private final IssuedKey key = RunningApi.shared().bean(ApiKeys.class).issue(this.business.id());

	public UUID businessId() {
		return this.business.id();
	}

	public IssuedKey key() {
		return this.key;
	}

	public TestBusiness business() {
		return this.business;
	}

	public Answer send(Call call) {
		return RunningApi.shared().send(call, this.key);
	}

	/** Changes this merchant's rows; {@code :id} is the business. */
	public Merchant sql(String statement) {
		JdbcClient.create(RunningApi.sharedDatabase().dataSource())
			.sql(statement)
			.param("id", this.business.id())
			.update();
		return this;
	}

	/** A single number from the database; {@code :id} is the business. */
	public long count(String query) {
		return JdbcClient.create(RunningApi.sharedDatabase().dataSource())
			.sql(query)
			.param("id", this.business.id())
			.query(Long.class)
			.single();
	}

	/** Registers a new bank beneficiary and answers its id. */
	public String bankBeneficiary() {
		return created("""
				{"name":"Ramesh Kumar","phoneNumber":"9876543210","accountNumber":"%d","ifsc":"HDFC0000001"}"""
			.formatted(ThreadLocalRandom.current().nextLong(100_000_000_000L, 999_999_999_999L)));
	}

	/** Registers a new UPI beneficiary and answers its id. */
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
