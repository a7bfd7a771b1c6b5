package dev.hundi.statement;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * The accepted statements of an account in the order in which their balances follow each
 * other. A statement is accepted if it adds up and opens where its accepted predecessor
 * closes, or if two people released it. A held statement is not part of the chain, so it
 * does not keep the right one of its day out.
 */
final class StatementChain {

	/** Accepted statements, oldest first. */
	private final List<Link> links;

	private final List<Held> held = new ArrayList<>();

	/**
	 * A chain.
	 * @param fixed accepted statements that stay accepted, oldest first
	 */
	StatementChain(List<Link> fixed) {
		this.links = new ArrayList<>(fixed);
	}

	/**
	 * A statement.
	 *
	 * @param released whether two people released it
	 */
	record Link(UUID statementId, LocalDate day, String reference, int page, long openingPaise, long closingPaise,
			boolean addsUp, boolean released) {
	}

	/**
	 * A statement outside the chain.
	 *
	 * @param previous the accepted statement before it, or null
	 */
	record Held(Link link, StatementHoldReason reason, @Nullable Link previous) {
	}

	/** Adds statements wherever they follow; they are given by day, page and arrival. */
	void add(List<Link> candidates) {
		List<Link> waiting = new ArrayList<>();
		for (int i = 0; i < candidates.size(); i++) {
			Link link = candidates.get(i);
			waiting.add(link);
			if (i + 1 == candidates.size() || !candidates.get(i + 1).day().equals(link.day())) {
				addDay(waiting);
				waiting.clear();
			}
		}
	}

	private void addDay(List<Link> waiting) {
		while (waiting.removeIf((link) -> !isRepeated(link) && link.addsUp() && insertWhereItFollows(link))
				|| insertReleased(waiting)) {
			// A page may follow one that arrived after it.
		}
		for (Link link : waiting) {
			this.held.add(new Held(link, reason(link), previous(end(link.day()))));
		}
	}

	private boolean insertReleased(List<Link> waiting) {
		for (Link link : waiting) {
			if (link.released() && !isRepeated(link)) {
				waiting.remove(link);
				if (!insertWhereItFollows(link)) {
					this.links.add(end(link.day()), link);
				}
				return true;
			}
		}
		return false;
	}

	/** A place where the statement closes a gap is better than the end of its day. */
	private boolean insertWhereItFollows(Link link) {
		int place = -1;
		for (int i = end(link.day().minusDays(1)); i <= end(link.day()); i++) {
			if (follows(link, i) && !breaks(link, i) && (place < 0 || !closesGap(link, place))) {
				place = i;
			}
		}
		if (place < 0) {
			return false;
		}
		this.links.add(place, link);
		return true;
	}

	private boolean follows(Link link, int place) {
		Link previous = previous(place);
		Link next = next(place);
		return (previous != null) ? previous.closingPaise() == link.openingPaise()
				: next == null || next.openingPaise() == link.closingPaise();
	}

	/** The next statement follows the previous one, but would not follow this one. */
	private boolean breaks(Link link, int place) {
		Link previous = previous(place);
		Link next = next(place);
		return previous != null && next != null && next.openingPaise() == previous.closingPaise()
				&& next.openingPaise() != link.closingPaise();
	}

	private boolean closesGap(Link link, int place) {
		Link previous = previous(place);
		Link next = next(place);
		return previous != null && next != null && next.openingPaise() != previous.closingPaise()
				&& next.openingPaise() == link.closingPaise();
	}

	private boolean isRepeated(Link link) {
		return this.links.stream()
			.anyMatch((other) -> other.day().equals(link.day()) && other.reference().equals(link.reference())
					&& other.page() == link.page());
	}

	private StatementHoldReason reason(Link link) {
		if (!link.addsUp()) {
			return StatementHoldReason.WRONG_SUM;
		}
		if (isRepeated(link)) {
			return StatementHoldReason.DUPLICATE;
		}
		Link previous = previous(end(link.day()));
		if (previous == null || previous.closingPaise() == link.openingPaise()) {
			return StatementHoldReason.SUCCESSOR_DIFFERS;
		}
		boolean followsHeld = this.held.stream()
			.anyMatch((other) -> other.link().closingPaise() == link.openingPaise());
		return followsHeld ? StatementHoldReason.PREDECESSOR_HELD : StatementHoldReason.GAP;
	}

	/** The place after the last statement up to a day. */
	private int end(LocalDate day) {
		int end = this.links.size();
		while (end > 0 && this.links.get(end - 1).day().isAfter(day)) {
			end--;
		}
		return end;
	}

	private @Nullable Link previous(int place) {
		return (place > 0) ? this.links.get(place - 1) : null;
	}

	private @Nullable Link next(int place) {
		return (place < this.links.size()) ? this.links.get(place) : null;
	}

	/** The accepted statements, each with its position in its day, oldest first. */
	List<Placed> accepted() {
		Map<LocalDate, Integer> last = new HashMap<>();
		return this.links.stream().map((link) -> new Placed(link, last.merge(link.day(), 1, Integer::sum))).toList();
	}

	/** The statements that were not accepted. */
	List<Held> held() {
		return List.copyOf(this.held);
	}

	/**
	 * An accepted statement.
	 *
	 * @param dayPosition from 1
	 */
	record Placed(Link link, int dayPosition) {
	}

}
