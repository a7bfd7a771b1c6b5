package dev.hundi.bench.portal;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A short run, which fails if a person cannot sign in or a page is not shown. */
class PortalBenchIntegrationTests {

	@Test
	void requestsEveryPageOfAMerchantAndTheWorklist(@TempDir Path directory) throws Exception {
		List<PortalBench.Row> rows = PortalBench.run(directory, 2_000, 500, 1);
		assertThat(rows).extracting(PortalBench.Row::name)
			.contains("home", "payouts, first page", "a payout", "search by a part of utr",
					"worklist of breaks, the oldest first")
			.doesNotHaveDuplicates();
		assertThat(rows).allSatisfy((row) -> assertThat(row.percentileMs(95)).isPositive());
	}

}
