package dev.hundi.bench.crash;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A short campaign with each fault once for every build; {@code ./hundi crash} runs long
 * ones.
 */
class CrashCampaignIntegrationTests {

	@Test
	void noFaultViolatesAMoneyRule(@TempDir Path directory) throws Exception {
		assertThat(new CrashCampaign(directory, Victim.values().length, 20_261_121).run()).isEmpty();
	}

}
