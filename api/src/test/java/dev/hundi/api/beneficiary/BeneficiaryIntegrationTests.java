package dev.hundi.api.beneficiary;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BeneficiaryIntegrationTests {

	private static final String BANK = """
			{"name":"Ramesh Kumar","email":"ramesh@example.test","phoneNumber":"9876543210",
			 "accountNumber":"026291800001191","ifsc":"yesb0000262"}""";

	private static final String UPI = """
			{"name":"सीता देवी","phoneNumber":"+919876543210","vpa":"Sita.Devi@upi"}""";

	private final Merchant merchant = new Merchant();

	@Test
	void createsBankTarget() {
		Answer answer = send(BANK);

		assertThat(answer.status()).isEqualTo(201);
		assertThat(answer.json().path("status").asInt()).isEqualTo(200);
		assertThat(answer.json().path("message").asString()).isEqualTo("Beneficiary created successfully");
		assertThat(answer.data().propertyNames()).containsExactly("beneficiaryId", "beneficiaryCode");
		assertThat(answer.data().path("beneficiaryCode").asString()).matches("BEN[0-9A-HJKMNP-TV-Z]{8}");
	}

	@Test
	void answersDuplicateWithExistingBeneficiary() {
		String id = send(BANK).data().path("beneficiaryId").asString();
		this.merchant.sql("UPDATE beneficiary SET status = 0 WHERE business_id = :id");

		Answer answer = send(BANK.replace("Ramesh Kumar", "Another Name").replace("yesb", "YESB"));

		assertThat(answer.refusal()).isEqualTo("409 beneficiary_exists");
		assertThat(answer.json().path("message").asString()).isEqualTo("Beneficiary already exists");
		assertThat(answer.data().toString()).isEqualTo("""
				{"beneficiaryId":"%s","name":"Ramesh Kumar","email":"ramesh@example.test","phoneNumber":"9876543210",\
				"accountNumber":"026291800001191","ifsc":"YESB0000262","vpa":null,"status":"inactive"}"""
			.formatted(id));
		assertThat(this.merchant
			.count("SELECT count(*) FROM beneficiary WHERE business_id = :id AND account_number = '026291800001191'"))
			.isEqualTo(1);
	}

	@Test
	void comparesVpasIgnoringCase() {
		assertThat(send(UPI).status()).isEqualTo(201);

		Answer answer = send(UPI.replace("Sita.Devi", "sita.devi"));

		assertThat(answer.refusal()).isEqualTo("409 beneficiary_exists");
		assertThat(answer.data().path("vpa").asString()).isEqualTo("Sita.Devi@upi");
		assertThat(answer.data().path("name").asString()).isEqualTo("सीता देवी");
	}

	@Test
	void allowsSameTargetInTwoBusinesses() {
		assertThat(send(BANK).status()).isEqualTo(201);
		assertThat(new Merchant().send(Call.post("/v1/beneficiaries", BANK)).status()).isEqualTo(201);
	}

	@Test
	void rejectsParametersOfWrites() {
		String path = "/v1/beneficiaries/" + send(BANK).data().path("beneficiaryId").asString();
		for (Call call : List.of(Call.post("/v1/beneficiaries?name=Asha", UPI),
				Call.of("PATCH", path + "?name=Asha")
					.body("{\"name\":\"Asha\"}".getBytes(StandardCharsets.UTF_8))
					.header("Content-Type", "application/json"),
				Call.post(path + "/reactivate?name=x", ""), Call.of("DELETE", path + "?name=x"),
				Call.post(path + "/verification?name=x", ""))) {
			Answer answer = this.merchant.send(call);
			assertThat(answer.refusal()).isEqualTo("400 validation_error");
			assertThat(answer.fieldErrors()).containsExactly("name unknown_field");
		}
	}

	@Test
	void requiresExactlyOneTarget() {
		assertThat(errors("{\"name\":\"A\",\"phoneNumber\":\"9876543210\"}")).containsExactly("accountNumber required");
		assertThat(errors("{\"name\":\"A\",\"phoneNumber\":\"9876543210\",\"accountNumber\":\"123456789\"}"))
			.containsExactly("ifsc required");
		assertThat(errors("{\"name\":\"A\",\"phoneNumber\":\"9876543210\",\"ifsc\":\"HDFC0000001\"}"))
			.containsExactly("accountNumber required");
		assertThat(errors(BANK.replace("}", ",\"vpa\":\"a1@upi\"}"))).containsExactly("accountNumber not_allowed",
				"ifsc not_allowed");
	}

	@Test
	void validatesEveryField() {
		for (String name : List.of("\"\"", "\"  \"", "\"" + "n".repeat(101) + "\"", "null", "7", "\"a\\u0007\"")) {
			assertThat(errors(BANK.replace("\"Ramesh Kumar\"", name))).as(name).hasSize(1);
		}
		for (String email : List.of("", "a", "a@b", "a@b.", "@b.in", "a@@b.in", "a..b@c.in", ".a@b.in", "a b@c.in",
				"a@-b.in", "a@b.c1-", "é@b.in")) {
			assertThat(errors(BANK.replace("ramesh@example.test", email))).as(email).containsExactly("email invalid");
		}
		for (String phone : List.of("", "5876543210", "987654321", "98765432101", "+19876543210", "91 9876543210",
				"९८७६५४३२१०", "++919876543210", "00919876543210")) {
			assertThat(errors(BANK.replace("9876543210", phone))).as(phone).containsExactly("phoneNumber invalid");
		}
		for (String account : List.of("12345678", "1".repeat(19), "12345678a", "१२३४५६७८९०", " 123456789")) {
			assertThat(errors(BANK.replace("026291800001191", account))).as(account)
				.containsExactly("accountNumber invalid");
		}
		for (String ifsc : List.of("YESB1000262", "YES00000262", "YESB000026", "YESB00002622", "yesbo000262",
				"ıesb0000262")) {
			assertThat(errors(BANK.replace("yesb0000262", ifsc))).as(ifsc).containsExactly("ifsc invalid");
		}
		for (String vpa : List.of("", "a@upi", "a1@u", "a1@1upi", ".a1@upi", "a1@@upi", "a1@u_i", "a1", "a 1@upi")) {
			assertThat(errors(UPI.replace("Sita.Devi@upi", vpa))).as(vpa).containsExactly("vpa invalid");
		}
	}

	@Test
	void acceptsBoundaryValues() {
		for (String phone : List.of("09876543210", "919876543210", "+916000000000")) {
			assertThat(send(BANK.replace("9876543210", phone).replace("026291800001191", phone.substring(1) + "1"))
				.status()).as(phone).isEqualTo(201);
		}
		assertThat(
				send(BANK.replace("026291800001191", "9".repeat(18)).replace("Ramesh Kumar", "न".repeat(100))).status())
			.isEqualTo(201);
		assertThat(send(BANK.replace("026291800001191", "9".repeat(9)).replace("\"ramesh@example.test\"", "null"))
			.status()).isEqualTo(201);
		assertThat(send(UPI.replace("Sita.Devi", "a".repeat(190)).replace("@upi", "@" + "b".repeat(64))).status())
			.isEqualTo(201);
	}

	@Test
	void reportsAllInvalidFieldsAtOnce() {
		assertThat(errors("{\"email\":\"x\",\"phoneNumber\":1,\"vpa\":\"?\",\"status\":\"active\"}"))
			.containsExactlyInAnyOrder("name required", "email invalid", "phoneNumber wrong_type", "vpa invalid",
					"status unknown_field");
	}

	private Answer send(String body) {
		return this.merchant.send(Call.post("/v1/beneficiaries", body));
	}

	private List<String> errors(String body) {
		Answer answer = send(body);
		assertThat(answer.refusal()).as(body).isEqualTo("400 validation_error");
		return answer.fieldErrors();
	}

}
