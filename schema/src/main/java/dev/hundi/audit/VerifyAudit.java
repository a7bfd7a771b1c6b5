package dev.hundi.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.hundi.audit.AuditChains.Head;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Recomputes every chain, and names each row that was altered, deleted or inserted. */
public final class VerifyAudit {

	private final AuditChains chains;

	private final Optional<AuditCheckpoints> checkpoints;

	/**
	 * A verification.
	 * @param checkpoints empty to verify the database alone
	 */
	public VerifyAudit(JdbcClient jdbc, Optional<AuditCheckpoints> checkpoints) {
		this.chains = new AuditChains(jdbc);
		this.checkpoints = checkpoints;
	}

	/** Verifies all chains and checkpoints. */
	public Result verify() {
		List<String> problems = new ArrayList<>();
		long events = 0;
		for (String chain : this.chains.headless()) {
			problems.add("chain " + chain + ": its row in audit_chain is missing");
		}
		for (Head head : this.chains.heads()) {
			Walk walk = new Walk(head.chain());
			this.chains.forEach(head.chain(), walk::visit);
			walk.end(head);
			events += walk.count;
			problems.addAll(walk.problems);
		}
		this.checkpoints.ifPresent((stored) -> problems.addAll(stored.verify()));
		return new Result(events, problems);
	}

	/**
	 * The result of a verification.
	 *
	 * @param events verified events
	 * @param problems one sentence each
	 */
	public record Result(long events, List<String> problems) {

		public boolean isIntact() {
			return this.problems.isEmpty();
		}

	}

	/** Goes through one chain. */
	private static final class Walk {

		private final String chain;

		private final List<String> problems = new ArrayList<>();

		private long count;

		private long last;

		private byte[] lastHash;

		Walk(String chain) {
			this.chain = chain;
			this.lastHash = ChainedEvent.genesis(chain);
		}

		void visit(ChainedEvent event) {
			this.count++;
			missing(event.sequence());
			boolean follows = Arrays.equals(event.previousHash(), this.lastHash);
			if (event.sequence() < 1) {
				problem(event.sequence(), "was inserted: no event has this number");
			}
			else if (!Arrays.equals(event.hash(), event.expectedHash())) {
				problem(event.sequence(), "was altered: its hash does not match its content");
			}
			else if (!follows && event.sequence() == this.last + 1) {
				problem(event.sequence(), "was inserted or rewritten: it does not follow the event before it");
			}
			this.last = Math.max(this.last, event.sequence());
			this.lastHash = event.hash();
		}

		void end(Head head) {
			missing(head.sequence() + 1);
			if (this.last > head.sequence()) {
				for (long sequence = head.sequence() + 1; sequence <= this.last; sequence++) {
					problem(sequence, "was inserted: the chain ends at event " + head.sequence());
				}
			}
			else if (this.last == head.sequence() && !Arrays.equals(this.lastHash, head.hash())) {
				problem(this.last, "is not the event that was appended last");
			}
		}

		/** Reports a gap as a whole, however large. */
		private void missing(long next) {
			if (next == this.last + 2) {
				problem(this.last + 1, "is missing");
			}
			else if (next > this.last + 2) {
				this.problems
					.add("chain %s: events %d to %d are missing".formatted(this.chain, this.last + 1, next - 1));
			}
		}

		private void problem(long sequence, String what) {
			this.problems.add("chain %s: event %d %s".formatted(this.chain, sequence, what));
		}

	}

}
