package dev.hundi.stream.relay;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SnapshotTests {

	@Test
	void parsesPostgresqlSnapshots() {
		assertThat(Snapshot.parse("731:740:731,735")).isEqualTo(new Snapshot(740, List.of(731L, 735L)));
		assertThat(Snapshot.parse("740:740:")).isEqualTo(new Snapshot(740, List.of()));
	}

	@Test
	void seesOnlyCommittedTransactions() {
		Snapshot snapshot = new Snapshot(740, List.of(731L, 735L));
		assertThat(List.of(730L, 732L, 739L)).allMatch(snapshot::sees);
		assertThat(List.of(731L, 735L, 740L, 741L)).noneMatch(snapshot::sees);
	}

	@Test
	void knowsTransactionsByTheirLower32Bits() {
		long turn = 1L << 32;
		Snapshot snapshot = new Snapshot(3 * turn + 2, List.of(3 * turn - 3, 3 * turn + 1));
		assertThat(List.of(turn - 4, turn - 2, turn - 1, 0L)).allMatch(snapshot::sees);
		assertThat(List.of(turn - 3, 1L, 2L, 3L)).noneMatch(snapshot::sees);
	}

}
