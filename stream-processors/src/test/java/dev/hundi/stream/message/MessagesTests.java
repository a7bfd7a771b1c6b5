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
		BeneficiaryMessage message = BeneficiaryMessage.of(id, BeneficiaryMessage.Kind.UPDATED, id, id, 2, noon);
		assertThat(message.type()).isEqualTo("beneficiary.updated");
		assertThat(Messages.readBeneficiary(Messages.write(message))).isEqualTo(new Parsed.Message<>(message));
	}

	@Test
	void writesOnlyIdsStageAndTime() {
		assertThat(json(created(Stage.CREATED))).isEqualTo("""
				{"eventId":"018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11","type":"payout.created","schema":2,\
				"businessId":"018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11","payoutId":"018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11",\
				"sequence":1,"occurredAt":"2026-11-21T06:30:00.123456Z"}""");
	}

	@Test
	void readsMessagesOfSchema1WithoutTheirData() {
		String earlier = json(created(Stage.CREATED)).replace("\"schema\":2", "\"schema\":1")
			.replace("}", ",\"data\":{\"stage\":\"CREATED\",\"utr\":null}}");
		assertThat(Messages.read(earlier.getBytes(StandardCharsets.UTF_8))).isInstanceOfSatisfying(Parsed.Message.class,
				(parsed) -> assertThat(parsed.message())
					.isEqualTo(new PayoutMessage(id, "payout.created", 1, id, id, 1, noon)));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', textBlock = """
			'"schema":2'      ~ '"schema":3'             ~ schema 3 is not supported
			'"schema":2'      ~ '"schema":null'          ~ null
			'"schema":2,'     ~ ''                       ~ creator
			'"sequence":1'    ~ '"sequence":0'           ~ below 1
			'"sequence":1'    ~ '"sequence":1.5'         ~ float
			'payout.created'  ~ 'payout.paid'            ~ type is not payout. with a known Stage
			'payout.created'  ~ 'beneficiary.created'    ~ type is not payout.
			'"sequence":1'    ~ '"sequence":1,"x":1'     ~ nrecognized
			'"payout.created"' ~ 'null'                  ~ type
			'"sequence":1'    ~ '"sequence":1,"sequence":1' ~ uplicate
			'Z"}'             ~ 'Z"} {}'                 ~ railing
			'Z"}'             ~ 'Z"'                     ~ end
			""")
	void rejectsOtherMessagesWithAReason(String part, String replacement, String reason) {
		String json = json(created(Stage.CREATED));
		assertThat(json).contains(part);
		var parsed = Messages.read(json.replace(part, replacement).getBytes(StandardCharsets.UTF_8));
		assertThat(parsed).isInstanceOf(Parsed.Malformed.class);
		assertThat(((Parsed.Malformed<PayoutMessage>) parsed).reason()).containsIgnoringCase(reason)
			.hasSizeLessThanOrEqualTo(300);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', textBlock = """
			"payout.created"  ~ "9823456701"
			"payout.created"  ~ "\"9823456701\" x"
			"sequence":1      ~ "9823456701":1
			"sequence":1      ~ "sequence":"9823456701"
			"sequence":1      ~ "sequence":n9823456701
			"schema":2        ~ "schema":'9823456701'
			""")
	void doesNotQuoteTheMessageInTheReason(String part, String replacement) {
		String json = json(created(Stage.CREATED));
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

	private static String json(PayoutMessage message) {
		return new String(Messages.write(message), StandardCharsets.UTF_8);
	}

	private static PayoutMessage created(Stage stage) {
		return PayoutMessage.of(id, stage, id, id, 1, noon);
	}

}
