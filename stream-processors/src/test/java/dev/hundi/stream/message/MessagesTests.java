package dev.hundi.stream.message;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

import dev.hundi.payout.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class MessagesTests {

	private static final UUID id = UUID.fromString("018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11");

	private static final Instant noon = Instant.parse("2026-11-21T06:30:00.123456Z");

	@ParameterizedTest
	@EnumSource
	void readsWhatItWrote(Stage stage) {
		PayoutMessage message = created(stage);
		assertThat(Messages.read(Messages.write(message))).isEqualTo(new Parsed.Message<>(message));
	}

	@Test
	void readsABeneficiaryMessage() {
		var data = new BeneficiaryMessage.Data(BeneficiaryMessage.Kind.UPDATED, null,
				Messages.readSnapshot("{\"name\": \"रमेश\", \"vpa\": null}"));
		BeneficiaryMessage message = BeneficiaryMessage.of(id, id, id, 2, noon, data);
		assertThat(message.type()).isEqualTo("beneficiary.updated");
		assertThat(Messages.readBeneficiary(Messages.write(message))).isEqualTo(new Parsed.Message<>(message));
	}

	@Test
	void writesTheSpecifiedEnvelope() {
		assertThat(new String(Messages.write(created(Stage.CREATED)), StandardCharsets.UTF_8)).isEqualTo("""
				{"eventId":"018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11","type":"payout.created","schema":1,\
				"businessId":"018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11","payoutId":"018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11",\
				"sequence":1,"occurredAt":"2026-11-21T06:30:00.123456Z","data":{"fromStatus":null,"status":3,\
				"stage":"CREATED","source":"api","responseCode":"INITIATED","responseMessage":"m","utr":null}}""");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', textBlock = """
			'"schema":1'      ~ '"schema":2'             ~ schema 2 is not supported
			'"schema":1'      ~ '"schema":null'          ~ null
			'"schema":1,'     ~ ''                       ~ creator
			'"sequence":1'    ~ '"sequence":0'           ~ below 1
			'"sequence":1'    ~ '"sequence":1.5'         ~ float
			'payout.created'  ~ 'payout.failed'          ~ does not match the stage
			'"CREATED"'       ~ '"PAID"'                 ~ payout.Stage
			'"utr":null'      ~ '"utr":null,"x":1'       ~ nrecognized
			'"source":"api"'  ~ '"source":null'          ~ source
			'"sequence":1'    ~ '"sequence":1,"sequence":1' ~ uplicate
			'null}}'          ~ 'null}} {}'              ~ railing
			'null}}'          ~ 'null}'                  ~ end
			""")
	void rejectsOtherMessagesWithAReason(String part, String replacement, String reason) {
		String json = new String(Messages.write(created(Stage.CREATED)), StandardCharsets.UTF_8);
		assertThat(json).contains(part);
		var parsed = Messages.read(json.replace(part, replacement).getBytes(StandardCharsets.UTF_8));
		assertThat(parsed).isInstanceOf(Parsed.Malformed.class);
		assertThat(((Parsed.Malformed<PayoutMessage>) parsed).reason()).containsIgnoringCase(reason)
			.hasSizeLessThanOrEqualTo(300);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', textBlock = """
			"CREATED"         ~ "9823456701"
			"CREATED"         ~ "\\"9823456701\\" x"
			"utr":null        ~ "9823456701":1
			"sequence":1      ~ "sequence":"9823456701"
			"sequence":1      ~ "sequence":n9823456701
			"fromStatus":null ~ "fromStatus":'9823456701'
			""")
	void doesNotQuoteTheMessageInTheReason(String part, String replacement) {
		String json = new String(Messages.write(created(Stage.CREATED)), StandardCharsets.UTF_8);
		assertThat(json).contains(part);
		var parsed = Messages.read(json.replace(part, replacement).getBytes(StandardCharsets.UTF_8));
		assertThat(((Parsed.Malformed<PayoutMessage>) parsed).reason()).doesNotContain("9823456701");
	}

	@Test
	void rejectsInvalidJson() {
		for (byte[] bytes : new byte[][] { null, {}, { 0 }, "null".getBytes(StandardCharsets.UTF_8),
				"[]".getBytes(StandardCharsets.UTF_8), "poison".getBytes(StandardCharsets.UTF_8) }) {
			assertThat(Messages.read(bytes)).isInstanceOf(Parsed.Malformed.class);
		}
	}

	private static PayoutMessage created(Stage stage) {
		return PayoutMessage.of(id, id, id, 1, noon,
				new PayoutMessage.Data(null, 3, stage, "api", "INITIATED", "m", null));
	}

}
