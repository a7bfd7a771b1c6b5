package dev.hundi.batch.statement.intake;

import dev.hundi.statement.ClaimedStatementFile;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementLine;
import dev.hundi.statement.StatementSink;
import dev.hundi.work.Claim;
import org.jspecify.annotations.Nullable;

/** Aborts the load of a file once its claim has ended. */
final class CheckClaim implements StatementSink {

	private static final int LINES_BETWEEN_CHECKS = 256;

	private final Claim<ClaimedStatementFile> claim;

	private final StatementSink next;

	private int lines;

	CheckClaim(Claim<ClaimedStatementFile> claim, StatementSink next) {
		this.claim = claim;
		this.next = next;
	}

	@Override
	public void begin(StatementHead head) throws RejectedStatementException {
		this.next.begin(head);
	}

	@Override
	public void line(StatementLine line) {
		if (this.lines++ % LINES_BETWEEN_CHECKS == 0) {
			this.claim.check();
		}
		this.next.line(line);
	}

	@Override
	public void wrongSum(int fileLine, @Nullable Long differencePaise, String reason) {
		this.next.wrongSum(fileLine, differencePaise, reason);
	}

	@Override
	public void end() throws RejectedStatementException {
		this.next.end();
	}

}
