package dev.hundi.wallet;

import java.util.List;

/**
 * A page of movements, newest first, with the summary of the whole list.
 */
public record MovementPage(List<Movement> rows, MovementSummary summary) {

	public MovementPage {
		rows = List.copyOf(rows);
	}

}
