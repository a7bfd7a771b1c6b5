package dev.hundi.statement;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StatementChainTests {

	private static final LocalDate DAY = LocalDate.of(2026, 11, 20);

	private static final StatementChain.Link YESTERDAY = link(-1, 1, 0, 100);

	@Test
	void acceptsWhatFollowsAndHoldsAGapAndWhatFollowsIt() {
		StatementChain.Link gap = link(1, 1, 150, 160);
		StatementChain.Link after = link(2, 1, 160, 170);
		StatementChain chain = chain(List.of(YESTERDAY), link(0, 1, 100, 120), gap, after);
		assertThat(accepted(chain)).containsExactly("0-100 1", "100-120 1");
		assertHeld(chain, gap, StatementHoldReason.GAP);
		assertHeld(chain, after, StatementHoldReason.PREDECESSOR_HELD);

		StatementChain mended = chain(List.of(YESTERDAY), link(0, 1, 100, 120), link(0, 2, 120, 150), gap, after);
		assertThat(accepted(mended)).containsExactly("0-100 1", "100-120 1", "120-150 2", "150-160 1", "160-170 1");
		assertThat(mended.held()).isEmpty();
	}

	@Test
	void acceptsPagesOfADayInTheOrderOfTheirBalances() {
		StatementChain chain = chain(List.of(YESTERDAY), link(0, 1, 130, 150), link(0, 2, 120, 130),
				link(0, 3, 100, 120));
		assertThat(accepted(chain)).containsExactly("0-100 1", "100-120 1", "120-130 2", "130-150 3");
	}

	@Test
	void aWrongFirstFileDoesNotKeepTheRightOneOut() {
		StatementChain.Link wrong = link(0, 1, 999, 1_050);
		StatementChain chain = chain(List.of(YESTERDAY), wrong, link(0, 2, 100, 120), link(1, 1, 120, 130));
		assertThat(accepted(chain)).containsExactly("0-100 1", "100-120 1", "120-130 1");
		assertHeld(chain, wrong, StatementHoldReason.GAP);
	}

	@Test
	void holdsAFileThatRepeatsThePartOfADay() {
		StatementChain.Link wholeDay = link(0, 2, 100, 150);
		StatementChain chain = chain(List.of(YESTERDAY), link(0, 1, 100, 120), wholeDay);
		assertHeld(chain, wholeDay, StatementHoldReason.GAP);
	}

	@Test
	void holdsWhatDoesNotAddUpUnlessReleased() {
		StatementChain.Link wrong = new StatementChain.Link(UUID.randomUUID(), DAY, "S", 1, 100, 120, false, false);
		assertHeld(chain(List.of(YESTERDAY), wrong), wrong, StatementHoldReason.WRONG_SUM);
		StatementChain.Link released = new StatementChain.Link(UUID.randomUUID(), DAY, "S", 1, 110, 120, false, true);
		StatementChain chain = chain(List.of(YESTERDAY), released, link(1, 1, 120, 130));
		assertThat(accepted(chain)).containsExactly("0-100 1", "110-120 1", "120-130 1");
	}

	@Test
	void holdsALatePageThatTheCollectedNextDayDoesNotFollow() {
		StatementChain.Link late = link(0, 1, 100, 110);
		StatementChain chain = chain(List.of(YESTERDAY, link(1, 1, 100, 130)), late);
		assertHeld(chain, late, StatementHoldReason.SUCCESSOR_DIFFERS);
		StatementChain.Link noChange = link(0, 1, 100, 100);
		assertThat(chain(List.of(YESTERDAY, link(1, 1, 100, 130)), noChange).held()).isEmpty();
	}

	@Test
	void insertsALatePageBeforeAReleasedOneOfItsDay() {
		StatementChain chain = chain(List.of(YESTERDAY, link(0, 1, 130, 150)), link(0, 2, 100, 130));
		assertThat(accepted(chain)).containsExactly("0-100 1", "100-130 1", "130-150 2");
	}

	@Test
	void acceptsTheFirstStatementAndAnEarlierOneOnlyIfItConnects() {
		assertThat(chain(List.of(), YESTERDAY).held()).isEmpty();
		StatementChain.Link earlier = link(-2, 1, -10, 0);
		assertThat(accepted(chain(List.of(YESTERDAY), earlier))).containsExactly("-10-0 1", "0-100 1");
		StatementChain.Link apart = link(-2, 1, -10, 5);
		assertHeld(chain(List.of(YESTERDAY), apart), apart, StatementHoldReason.SUCCESSOR_DIFFERS);
	}

	@Test
	void holdsASecondStatementOfTheSameReferenceAndPage() {
		StatementChain.Link again = link(0, 1, 120, 120);
		assertHeld(chain(List.of(YESTERDAY), link(0, 1, 100, 120), again), again, StatementHoldReason.DUPLICATE);
	}

	private static StatementChain chain(List<StatementChain.Link> fixed, StatementChain.Link... candidates) {
		StatementChain chain = new StatementChain(fixed);
		chain.add(Arrays.asList(candidates));
		return chain;
	}

	private static StatementChain.Link link(int daysAfter, int page, long openingPaise, long closingPaise) {
		return new StatementChain.Link(
				UUID.nameUUIDFromBytes((openingPaise + "-" + closingPaise).getBytes(StandardCharsets.UTF_8)),
				DAY.plusDays(daysAfter), "S", page, openingPaise, closingPaise, true, false);
	}

	private static List<String> accepted(StatementChain chain) {
		return chain.accepted().stream().map((placed) -> balances(placed.link()) + " " + placed.dayPosition()).toList();
	}

	private static String balances(StatementChain.Link link) {
		return link.openingPaise() + "-" + link.closingPaise();
	}

	private static void assertHeld(StatementChain chain, StatementChain.Link link, StatementHoldReason reason) {
		assertThat(chain.held()).anySatisfy((held) -> {
			assertThat(held.link()).isEqualTo(link);
			assertThat(held.reason()).isEqualTo(reason);
		});
	}

}
