package dev.hundi.bench.crash;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A short campaign for every build; {@code ./hundi crash} runs long ones.
 */
class CrashCampaignIntegrationTests {

	@Test
	void killsViolateNoMoneyRule(@TempDir Path directory) throws Exception {
		assertThat(new CrashCampaign(directory, 5, 20_261_121).run()).isEmpty();
	}

}
