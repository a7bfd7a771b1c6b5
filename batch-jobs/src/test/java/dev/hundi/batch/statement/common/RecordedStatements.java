package dev.hundi.batch.statement.common;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.statement.Direction;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementLine;
import dev.hundi.statement.StatementSink;
import org.jspecify.annotations.Nullable;

/** Records the statements that a reader writes. */
public final class RecordedStatements implements StatementSink {

	public final List<StatementHead> heads = new ArrayList<>();

	public final List<List<StatementLine>> lines = new ArrayList<>();

	public final List<String> wrongSums = new ArrayList<>();

	private boolean open;

	public static RecordedStatements read(StatementReader reader, String text)
			throws RejectedStatementException, IOException {
		return read(reader, text.getBytes(StandardCharsets.UTF_8));
	}

	public static RecordedStatements read(StatementReader reader, byte[] bytes)
			throws RejectedStatementException, IOException {
		RecordedStatements recorded = new RecordedStatements();
		reader.read(() -> new ByteArrayInputStream(bytes), recorded);
		if (recorded.open) {
			throw new AssertionError("The last statement was not ended");
		}
		return recorded;
	}

	/** The lines of the only statement. */
	public List<StatementLine> only() {
		if (this.lines.size() != 1) {
			throw new AssertionError(this.lines.size() + " statements");
		}
		return this.lines.getFirst();
	}

	public StatementHead head() {
		only();
		return this.heads.getFirst();
	}

	/** The opening balance of a statement plus its lines. */
	public long reachedPaise(int statement) {
		return this.heads.get(statement).openingPaise()
				+ this.lines.get(statement).stream().mapToLong(StatementLine::signedPaise).sum();
	}

	public static long sum(List<StatementLine> lines, Direction direction) {
		return lines.stream()
			.filter((line) -> line.direction() == direction)
			.mapToLong(StatementLine::amountPaise)
			.sum();
	}

	@Override
	public void begin(StatementHead head) {
		if (this.open) {
			throw new AssertionError("The previous statement was not ended");
		}
		this.open = true;
		this.heads.add(head);
		this.lines.add(new ArrayList<>());
	}

	@Override
	public void line(StatementLine line) {
		if (!this.open) {
			throw new AssertionError("No statement has begun");
		}
		this.lines.getLast().add(line);
	}

	@Override
	public void wrongSum(int fileLine, @Nullable Long differencePaise, String reason) {
		this.wrongSums.add(fileLine + ": " + differencePaise);
	}

	@Override
	public void end() {
		this.open = false;
	}

}
