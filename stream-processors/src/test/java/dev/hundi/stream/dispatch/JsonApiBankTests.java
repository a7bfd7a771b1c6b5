package dev.hundi.stream.dispatch;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;
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
			.isEqualTo(new BankAnswer.Paid(BankReport.of("533210987654", "B1")));
	}

	@Test
	void readsEveryFormOfAUtrAsOne() {
		assertThat(read(200, "{'reference':'%s','status':'SUCCESS','utr':' twef 6cf-816'}"))
			.isEqualTo(new BankAnswer.Paid(BankReport.of("TWEF6CF816", null)));
		assertThat(read(200, "{'reference':'%s','status':'RETURNED','utr':'Twef6cf816'}"))
			.isEqualTo(new BankAnswer.Returned(BankReport.of("TWEF6CF816", null)));
	}

	@ParameterizedTest
	@CsvSource({ "INVALID_ACCOUNT, BENEFICIARY_ACCOUNT_INVALID", "INVALID_VPA, BENEFICIARY_VPA_INVALID",
			"ACCOUNT_FROZEN, BENEFICIARY_ACCOUNT_FROZEN", "LIMIT_EXCEEDED, BANK_LIMIT_EXCEEDED",
			"REJECTED, BANK_REJECTED", "SOMETHING_NEW, BANK_REJECTED" })
	void mapsTheBanksFailureCodes(String bankCode, ResponseCode code) {
		assertThat(read(200, "{'reference':'%s','status':'FAILED','code':'" + bankCode + "','bankReference':'B1'}"))
			.isEqualTo(new BankAnswer.Refused(code, code.message(), BankReport.of(null, "B1")));
	}

	@Test
	void readsPendingReturnedAndNotFound() {
		assertThat(read(200, "{'reference':'%s','status':'PENDING','bankReference':'B1','utr':null}"))
			.isEqualTo(new BankAnswer.Acknowledged("B1"));
		assertThat(read(200, "{'reference':'%s','status':'RETURNED','bankReference':'B1','utr':'533210987654'}"))
			.isEqualTo(new BankAnswer.Returned(BankReport.of("533210987654", "B1")));
		assertThat(read(404, "{'reference':'%s','status':'NOT_FOUND'}")).isEqualTo(new BankAnswer.NotFound());
	}

	@Test
	void readsTheAnswersOfABatchByReference() {
		assertThat(batch(200, """
				{'answers': [
				  {'httpStatus': 503, 'body': {'code': 'NOT_ACCEPTED', 'message': 'closed', 'reference': 'C'}},
				  {'httpStatus': 200, 'body': {'reference': 'B', 'status': 'FAILED', 'code': 'INVALID_VPA'}},
				  {'httpStatus': 200, 'body': {'reference': 'A', 'status': 'SUCCESS', 'utr': '533210987654'}},
				  {'httpStatus': 200, 'body': {'reference': 'not ours', 'status': 'SUCCESS', 'utr': '533210987655'}}
				]}""", order("A", false), order("B", false), order("C", false))).satisfiesExactly(
				(a) -> assertThat(a).isEqualTo(new BankAnswer.Paid(BankReport.of("533210987654", null))),
				(b) -> assertThat(b).isInstanceOf(BankAnswer.Refused.class),
				(c) -> assertThat(c).isInstanceOf(BankAnswer.NotSent.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "{'answers': []}", "{'answers': [{'httpStatus': 200}]}", "{'answers': ['A']}",
			"{'answers': {'httpStatus': 200, 'body': {'reference': 'A', 'status': 'FAILED'}}}",
			"{'answers': [{'body': {'reference': 'A', 'status': 'FAILED'}}]}",
			"{'answers': [{'httpStatus': '200', 'body': {'reference': 'A', 'status': 'FAILED'}}]}",
			"{'answers': [{'httpStatus': 500, 'body': {'reference': 'A', 'status': 'FAILED'}}]}",
			"{'answers': [{'httpStatus': 200, 'body': {'reference': 'A', 'status': 'FAILED'}},"
					+ "{'httpStatus': 200, 'body': {'reference': 'A', 'status': 'SUCCESS'}}]}",
			"{'reference': 'A', 'status': 'FAILED'}", "[]", "", "<html>" })
	void doubtsAnOrderWithoutOneAnswerOfItsOwn(String body) {
		assertThat(batch(200, body, order("A", false), order("B", false))).hasSize(2)
			.allSatisfy((answer) -> assertThat(answer).isInstanceOf(BankAnswer.Silent.class));
	}

	@ParameterizedTest
	@ValueSource(ints = { 400, 404, 500, 503 })
	void doubtsAllOrdersOfABatchWithAnotherStatus(int status) {
		assertThat(batch(status,
				"{'code': 'NOT_ACCEPTED', 'reference': 'A', 'answers': [{'httpStatus': 503, 'body': {'reference': 'A', 'code': 'NOT_ACCEPTED'}}]}",
				order("A", false), order("B", false)))
			.hasSize(2)
			.allSatisfy((answer) -> assertThat(answer).isInstanceOf(BankAnswer.Silent.class));
	}

	@Test
	void acceptsAMalformedOrderOfABatchOnlyIfItWasNeverInDoubt() {
		assertThat(batch(200, """
				{'answers': [
				  {'httpStatus': 400, 'body': {'code': 'BAD_REQUEST', 'message': 'ifsc is wrong', 'reference': 'A'}},
				  {'httpStatus': 400, 'body': {'code': 'BAD_REQUEST', 'message': 'ifsc is wrong', 'reference': 'B'}}
				]}""", order("A", false), order("B", true))).satisfiesExactly(
				(a) -> assertThat(a).isEqualTo(new BankAnswer.Malformed("ifsc is wrong")),
				(b) -> assertThat(b).isInstanceOf(BankAnswer.Silent.class));
	}

	private static List<BankAnswer> batch(int status, String body, PaymentOrder... orders) {
		return JsonApiBank.readBatch(status, body.replace('\'', '"').getBytes(StandardCharsets.UTF_8), List.of(orders));
	}

	private static PaymentOrder order(String reference, boolean wasInDoubt) {
		return new PaymentOrder(new Attempt(new PayoutKey(UUID.randomUUID(), UUID.randomUUID()), 1), reference,
				Rail.IMPS, 1_500_00, "Ramesh Kumar", "02014457596969", "SBOX0000001", null, "TXN1", "Salary",
				wasInDoubt);
	}

	@Test
	void distinguishesAMalformedRequestFromARefusal() {
		assertThat(read(400, "{'reference':'%s','code':'BAD_REQUEST','message':'amountPaise is missing'}"))
			.isEqualTo(new BankAnswer.Malformed("amountPaise is missing"));
		assertThat(read(400, "{'code':'BAD_REQUEST','message':'amountPaise is missing'}")).as("of a gateway")
			.isInstanceOf(BankAnswer.Silent.class);
		assertThat(read(400, "{'code':'BAD_REQUEST','reference':'other'}")).isInstanceOf(BankAnswer.Silent.class);
	}

	@Test
	void readsSuccessWithReferencesTooLongToStore() {
		assertThat(
				read(200, "{'reference':'%s','status':'SUCCESS','utr':' ','bankReference':'" + "B".repeat(65) + "'}"))
			.isEqualTo(new BankAnswer.Paid(BankReport.NONE));
		assertThat(read(200, "{'reference':'%s','status':'SUCCESS','utr':'123\\u0000456','bankReference':''}"))
			.isEqualTo(new BankAnswer.Paid(BankReport.of("123456", null)));
	}

	@Test
	void readsWhatTheBankStatesAboutTheOrder() {
		assertThat(read(200,
				"{'reference':'%s','status':'SUCCESS','utr':'533210987654','amountPaise':10000,'currency':'INR','accountNumber':'XX89'}"))
			.isEqualTo(new BankAnswer.Paid(new BankReport("533210987654", null, 100_00L, "XX89")));
		assertThat(read(200, "{'reference':'%s','status':'SUCCESS','amountPaise':null,'vpa':'asha@upi'}"))
			.isEqualTo(new BankAnswer.Paid(new BankReport(null, null, null, "asha@upi")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "'amountPaise':'100.00'", "'amountPaise':100.5", "'amountPaise':1e30", "'currency':'USD'",
			"'currency':356" })
	void findsStatementsImplausibleThatNoOrderCanHave(String statement) {
		for (String status : List.of("SUCCESS", "FAILED", "RETURNED", "PENDING")) {
			assertThat(read(200, "{'reference':'%s','status':'" + status + "'," + statement + "}"))
				.isInstanceOf(BankAnswer.Implausible.class);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "'NOTPROVIDED'", "'N/A'", "'12345'", "'     '", "7", "null" })
	void readsNoUtrFromWhatCannotBeOne(String utr) {
		assertThat(read(200, "{'reference':'%s','status':'SUCCESS','utr':" + utr + "}"))
			.isEqualTo(new BankAnswer.Paid(BankReport.NONE));
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
