package dev.hundi.bench.webhook;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A short run, which fails unless every webhook is delivered. */
class WebhookBenchIntegrationTests {

	@Test
	void deliversNewAndRedeliveredWebhooks(@TempDir Path directory) throws Exception {
		List<WebhookBench.Row> rows = WebhookBench.run(directory, new WebhookBench.Extent(1, 0, 640, Duration.ZERO),
				EnumSet.of(WebhookBench.Part.NEW, WebhookBench.Part.REDELIVERED));
		assertThat(rows).extracting(WebhookBench.Row::name)
			.containsExactly("new, against plain POSTs", "redelivered, against plain POSTs");
		assertThat(rows).allSatisfy((row) -> assertThat(row.measured().ratio().median()).isPositive());
	}

	@Test
	void judgesByTwoGoals() {
		assertThat(WebhookBench.Goal.OF_POSTS.verdict(0.39)).isEqualTo(">= 0.40, 0.70: FAIL");
		assertThat(WebhookBench.Goal.OF_POSTS.verdict(0.7)).isEqualTo(">= 0.40, 0.70: pass, reached");
		assertThat(WebhookBench.Goal.NEXT_OF_POSTS.verdict(0.69)).isEqualTo(">= 0.70, 0.85: FAIL");
		assertThat(WebhookBench.Goal.NEXT_OF_POSTS.verdict(0.7)).isEqualTo(">= 0.70, 0.85: pass");
	}

}
