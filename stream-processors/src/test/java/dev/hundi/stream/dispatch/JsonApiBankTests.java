package dev.hundi.stream.dispatch;

import java.nio.charset.StandardCharsets;

import dev.hundi.payout.ResponseCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class JsonApiBankTests {

	private static final String REFERENCE = "HND0000000000000000000000000A";

	@Test
	void readsSuccessWithUtr() {
		assertThat(read(200, "{'reference':'%s','status':'SUCCESS','utr':'533210987654','bankReference':'B1'}"))
			.isEqualTo(new BankAnswer.Paid("533210987654", "B1"));
	}

	@Test
	void readsEveryFormOfAUtrAsOne() {
		assertThat(read(200, "{'reference':'%s','status':'SUCCESS','utr':' twef 6cf-816'}"))
			.isEqualTo(new BankAnswer.Paid("TWEF6CF816", null));
		assertThat(read(200, "{'reference':'%s','status':'RETURNED','utr':'Twef6cf816'}"))
			.isEqualTo(new BankAnswer.Returned("TWEF6CF816", null));
	}

	@ParameterizedTest
	@CsvSource({ "INVALID_ACCOUNT, BENEFICIARY_ACCOUNT_INVALID", "INVALID_VPA, BENEFICIARY_VPA_INVALID",
			"ACCOUNT_FROZEN, BENEFICIARY_ACCOUNT_FROZEN", "LIMIT_EXCEEDED, BANK_LIMIT_EXCEEDED",
			"REJECTED, BANK_REJECTED", "SOMETHING_NEW, BANK_REJECTED" })
	void mapsTheBanksFailureCodes(String bankCode, ResponseCode code) {
		assertThat(read(200, "{'reference':'%s','status':'FAILED','code':'" + bankCode + "','bankReference':'B1'}"))
			.isEqualTo(new BankAnswer.Refused(code, code.message(), "B1"));
	}

	@Test
	void readsPendingReturnedAndNotFound() {
		assertThat(read(200, "{'reference':'%s','status':'PENDING','bankReference':'B1','utr':null}"))
			.isEqualTo(new BankAnswer.Acknowledged("B1"));
		assertThat(read(200, "{'reference':'%s','status':'RETURNED','bankReference':'B1','utr':'5'}"))
			.isEqualTo(new BankAnswer.Returned("5", "B1"));
		assertThat(read(404, "{'reference':'%s','status':'NOT_FOUND'}")).isEqualTo(new BankAnswer.NotFound());
	}

	@Test
	void distinguishesAMalformedRequestFromARefusal() {
		assertThat(read(400, "{'code':'BAD_REQUEST','message':'amountPaise is missing'}"))
			.isEqualTo(new BankAnswer.Malformed("amountPaise is missing"));
	}

	@Test
	void readsSuccessWithReferencesTooLongToStore() {
		assertThat(
				read(200, "{'reference':'%s','status':'SUCCESS','utr':' ','bankReference':'" + "B".repeat(65) + "'}"))
			.isEqualTo(new BankAnswer.Paid(null, null));
		assertThat(read(200, "{'reference':'%s','status':'SUCCESS','utr':'12\\u00003','bankReference':''}"))
			.isEqualTo(new BankAnswer.Paid("123", null));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "<html>", "[]", "null", "{}", "{'status':'SUCCESS'}",
			"{'reference':'other','status':'SUCCESS'}", "{'reference':'%s'}", "{'reference':'%s','status':'PAID'}",
			"{'reference':'%s','status':7}" })
	void staysInDoubtOnUnclearAnswers(String body) {
		assertThat(read(200, body)).isInstanceOf(BankAnswer.Silent.class);
	}

	@ParameterizedTest
	@ValueSource(ints = { 201, 302, 401, 404, 409, 500, 502, 503 })
	void staysInDoubtOnOtherHttpStatuses(int status) {
		assertThat(read(status, "{'reference':'%s','status':'SUCCESS'}")).isInstanceOf(BankAnswer.Silent.class);
		assertThat(read(status, "{'reference':'%s','status':'FAILED'}")).isInstanceOf(BankAnswer.Silent.class);
	}

	private static BankAnswer read(int status, String body) {
		byte[] json = body.replace("%s", REFERENCE).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
		return JsonApiBank.read(status, json, REFERENCE);
	}

}
