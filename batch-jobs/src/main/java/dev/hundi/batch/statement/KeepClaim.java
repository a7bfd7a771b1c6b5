package dev.hundi.batch.statement;

import java.util.concurrent.TimeUnit;

import dev.hundi.statement.ClaimedStatementFile;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementLine;
import dev.hundi.statement.StatementSink;
import org.jspecify.annotations.Nullable;

/**
 * Renews the claim of a file while it is loaded, and ends the loading once the claim is
 * lost or this copy stops.
 */
final class KeepClaim implements StatementSink {

	/** Lines between two looks at the clock. */
	private static final int LOOK_EVERY = 256;

	private final ClaimedStatementFile file;

	private final StatementFiles files;

	private final StatementSettings settings;

	private final StopLoading stop;

	private final StatementSink next;

	private final long beatNanos;

	private long lastBeat = System.nanoTime();

	private int lines;

	KeepClaim(ClaimedStatementFile file, StatementFiles files, StatementSettings settings, StopLoading stop,
			StatementSink next) {
		this.file = file;
		this.files = files;
		this.settings = settings;
		this.stop = stop;
		this.next = next;
		this.beatNanos = Math.min(settings.lease().toNanos() / 4, TimeUnit.SECONDS.toNanos(5));
	}

	@Override
	public void begin(StatementHead head) throws RejectedStatementException {
		this.next.begin(head);
	}

	@Override
	public void line(StatementLine line) {
		if (this.lines++ % LOOK_EVERY == 0) {
			if (!this.stop.isRunning()) {
				throw new IllegalStateException("This copy is stopping");
			}
			if (System.nanoTime() - this.lastBeat > this.beatNanos) {
				this.lastBeat = System.nanoTime();
				if (!this.files.renew(this.file, this.settings.lease())) {
					throw new IllegalStateException("The claim ran out; another copy loads the file");
				}
			}
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
