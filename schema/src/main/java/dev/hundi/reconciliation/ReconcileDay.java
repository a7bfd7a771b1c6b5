package dev.hundi.reconciliation;

import java.util.List;

import dev.hundi.bank.SettlePayout;
import dev.hundi.wallet.TopUpWallet;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs the steps of a run. Each is one transaction that locks the book of the account, so
 * that neither another process nor an operator changes matches meanwhile; effects are one
 * transaction each. Without the claim nothing is done.
 */
@Component
public class ReconcileDay {

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final ReconciliationBook book;

	private final CollectItems collect;

	private final MatchItems match;

	private final ApplyEffects effects;

	private final RecordBreaks breaks;

	private final ProveBalances prove;

	private final ReconciliationFigures figures;

	ReconcileDay(JdbcClient jdbc, PlatformTransactionManager transactionManager, SettlePayout settle,
			TopUpWallet topUps) {
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactionManager);
		this.book = new ReconciliationBook(jdbc);
		this.figures = new ReconciliationFigures(jdbc);
		Matches matches = new Matches(jdbc);
		this.collect = new CollectItems(jdbc, this.book, this.figures);
		this.match = new MatchItems(jdbc, this.figures);
		this.effects = new ApplyEffects(jdbc, this.transaction, this.book, matches, this.figures, settle, topUps);
		this.breaks = new RecordBreaks(jdbc, this.figures);
		this.prove = new ProveBalances(jdbc, this.figures);
	}

	/**
	 * Runs a step; steps are idempotent.
	 * @throws IllegalStateException if the claim is lost, or there is no statement yet
	 */
	public void run(ReconciliationStep step, ClaimedRun run) {
		switch (step) {
			case COLLECT -> inTransaction(run, () -> this.collect.collect(run));
			case MATCH_REFERENCES -> inTransaction(run, () -> this.match.byReference(run));
			case MATCH_BATCHES -> inTransaction(run, () -> this.match.byBatchTotal(run));
			case MATCH_RETURNS -> inTransaction(run, () -> this.match.debitsWithReturns(run));
			case APPLY_EFFECTS -> this.effects.apply(run);
			case PROPOSE -> inTransaction(run, () -> this.match.propose(run));
			case PROVE_BOOKS -> inTransaction(run, () -> this.prove.proveBooks(run));
			case RECORD_BREAKS -> inTransaction(run, () -> this.breaks.record(run));
			case PROVE -> inTransaction(run, () -> this.prove.prove(run));
		}
	}

	/**
	 * Runs all steps, keeps their figures and rolls the rest back. Nothing is posted, so
	 * no wallet is locked meanwhile.
	 */
	public void rehearse(ClaimedRun run) {
		Rehearsed rehearsed = this.transaction.execute((status) -> {
			for (ReconciliationStep step : ReconciliationStep.values()) {
				if (step == ReconciliationStep.APPLY_EFFECTS) {
					this.effects.rehearse(run);
				}
				else {
					run(step, run);
				}
			}
			status.setRollbackOnly();
			return new Rehearsed(this.figures.of(run.runId()), this.prove.proof(run.runId()));
		});
		if (rehearsed == null) {
			throw new IllegalStateException("The rehearsal returned no figures");
		}
		this.transaction.executeWithoutResult((status) -> {
			this.book.requireClaim(run);
			this.figures.replace(run.runId(), rehearsed.figures);
			this.prove.store(run.runId(), rehearsed.proof);
		});
	}

	private void inTransaction(ClaimedRun run, Runnable work) {
		this.transaction.executeWithoutResult((status) -> {
			this.book.requireClaim(run);
			this.book.lock(run);
			hashInMemory();
			work.run();
		});
	}

	/**
	 * A day's joins are hashes of a million rows; compiling them takes longer than
	 * running them.
	 */
	private void hashInMemory() {
		this.jdbc.sql("SET LOCAL work_mem = '128MB'").update();
		this.jdbc.sql("SET LOCAL jit = off").update();
	}

	private record Rehearsed(List<ReconciliationFigure> figures, ProveBalances.Proof proof) {
	}

}
