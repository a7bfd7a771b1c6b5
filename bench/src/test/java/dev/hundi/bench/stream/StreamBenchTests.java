package dev.hundi.bench.stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StreamBenchTests {

	@Test
	void aTargetAboveEveryRateIsNotTried() {
		assertThat(StreamBench.verdict(399, 0)).isEqualTo("not tried");
		assertThat(StreamBench.verdict(399, 600)).isEqualTo("FAIL");
		assertThat(StreamBench.verdict(1_001, 0)).isEqualTo("pass");
		assertThat(StreamBench.verdict(1_001, 1_100)).isEqualTo("pass");
	}

}
