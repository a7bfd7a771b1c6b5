package dev.hundi.reconciliation;

import java.time.Instant;
import java.time.LocalDate;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class ReconciliationRunTests {

	@Test
	void writesProgressAndProofAsFieldsOfTheRun() {
		ReconciliationRun run = new ReconciliationRun(7, 1, LocalDate.of(2026, 11, 20), false, "schedule", 3,
				new ReconciliationRun.Progress("DONE", "PROVE", 9, 9, null),
				new ReconciliationRun.Proof(1L, 2L, 3L, 4L, 5L, 0L, 0, null),
				new ReconciliationRun.Times(Instant.EPOCH, null, null), new ReconciliationRun.SignOff(null, null));
		JsonNode json = new JsonMapper().valueToTree(run);
		assertThat(json.propertyNames()).containsExactlyInAnyOrder("runId", "accountId", "businessDate", "dry",
				"requestedBy", "rulesVersion", "state", "step", "stepsDone", "steps", "failure", "bankOpeningPaise",
				"bankClosingPaise", "ledgerPaise", "latePaise", "breaksPaise", "unexplainedPaise", "violations",
				"provedAfter", "createdAt", "startedAt", "completedAt", "signedAt", "signedBy");
		assertThat(json.path("breaksPaise").asLong()).isEqualTo(5);
	}

}
