package dev.hundi.reconciliation;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

import javax.sql.DataSource;

import dev.hundi.bank.SettlePayout;
import dev.hundi.ledger.AwaitPostings;
import dev.hundi.statement.ArrangeStatements;
import dev.hundi.wallet.PostCorrection;
import dev.hundi.wallet.ReversePosting;
import dev.hundi.wallet.TopUpWallet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs the steps of a run. Each is one transaction that locks the book of the account, so
 * that neither another process nor a person changes matches meanwhile; effects are one
 * transaction each. The check of rows beside the collection is another transaction,
 * without that lock: it changes no matches. Without the claim nothing is done.
 */
@Component
public class ReconcileDay {

	private static final Logger logger = LoggerFactory.getLogger(ReconcileDay.class);

	private final JdbcClient jdbc;

	private final LongTransactions transactions;

	private final AwaitPostings postings;

	private final ReconciliationBook book;

	private final CollectItems collect;

	private final MatchItems match;

	private final ApplyEffects effects;

	private final RecordBreaks breaks;

	private final ProveBooks books;

	private final ProveBalances prove;

	private final ReconciliationFigures figures;

	private final RuleVersions rules;

	private final PostCharges charges;

	private final TryRules trial;

	ReconcileDay(JdbcClient jdbc, DataSource dataSource, PlatformTransactionManager transactionManager,
			SettlePayout settle, TopUpWallet topUps, ReversePosting reverse, PostCorrection correction,
			ArrangeStatements arrange, RuleVersions rules) {
		this.jdbc = jdbc;
		TransactionTemplate transaction = new TransactionTemplate(transactionManager);
		this.transactions = new LongTransactions(dataSource, transaction);
		this.postings = new AwaitPostings(jdbc);
		this.book = new ReconciliationBook(jdbc);
		this.figures = new ReconciliationFigures(jdbc);
		Matches matches = new Matches(jdbc);
		this.collect = new CollectItems(jdbc, this.book, this.figures, arrange);
		this.match = new MatchItems(jdbc, this.figures);
		BorneCredits credits = new BorneCredits(jdbc, correction);
		this.effects = new ApplyEffects(jdbc, transaction, this.book, matches, this.figures, settle, topUps,
				new Reversals(jdbc, reverse, credits), credits);
		this.breaks = new RecordBreaks(jdbc, this.figures);
		this.rules = rules;
		this.charges = new PostCharges(jdbc, transaction, this.book, matches, this.figures, correction);
		this.trial = new TryRules(jdbc, this.transactions, this.collect, this.match, this.effects, this.charges,
				this.breaks);
		this.books = new ProveBooks(jdbc);
		this.prove = new ProveBalances(jdbc, this.figures);
	}

	/**
	 * Runs a step; steps are idempotent. A day is collected only when no transaction is
	 * open that may still post for it.
	 * @throws IllegalStateException if the claim is lost, or there is no statement yet
	 */
	public void run(ReconciliationStep step, ClaimedRun run) {
		RuleVersions.Version version = this.rules.holding(run.businessDate());
		switch (step) {
			case COLLECT -> {
				if (run.dry()) {
					inTransaction(run, () -> collect(run, version));
				}
				else {
					collectAndProveRows(run, version);
				}
			}
			case MATCH_REFERENCES -> inTransaction(run, () -> this.match.byReference(run, version.rules()));
			case MATCH_BATCHES -> inTransaction(run, () -> this.match.byBatchTotal(run, version.rules()));
			case MATCH_RETURNS -> inTransaction(run, () -> this.match.debitsWithReturns(run));
			case APPLY_EFFECTS -> {
				this.effects.apply(run);
				this.charges.post(run, version);
			}
			case PROPOSE -> inTransaction(run, () -> this.match.propose(run));
			case PROVE_BOOKS -> inTransaction(run, () -> this.books.prove(run));
			case RECORD_BREAKS -> inTransaction(run, () -> this.breaks.record(run));
			case PROVE -> inTransaction(run, () -> this.prove.prove(run));
		}
	}

	/**
	 * Runs all steps, keeps their figures and breaks and rolls the rest back. Nothing is
	 * posted, so no wallet is locked meanwhile.
	 */
	public void dryRun(ClaimedRun run) {
		RuleVersions.Version version = this.rules.holding(run.businessDate());
		DryRun dryRun = this.transactions.execute((status) -> {
			for (ReconciliationStep step : ReconciliationStep.values()) {
				if (step == ReconciliationStep.APPLY_EFFECTS) {
					this.effects.dryRun(run);
					this.charges.dryRun(run, version.rules());
				}
				else {
					run(step, run);
				}
			}
			status.setRollbackOnly();
			return new DryRun(this.figures.of(run.runId()), this.breaks.of(run.runId()), this.prove.proof(run.runId()));
		});
		this.transactions.execute((status) -> {
			this.book.requireClaim(run);
			this.book.usesRules(run, version);
			this.figures.replace(run.runId(), dryRun.figures);
			this.breaks.replace(run.runId(), dryRun.breaks);
			this.prove.store(run.runId(), dryRun.proof);
			return run;
		});
	}

	/**
	 * Closes a past day of the active account with other rules, without posting or
	 * keeping anything, and compares the result with the closing of the day.
	 * @throws IllegalArgumentException if the day is not closed
	 */
	public RulesTrial tryRules(LocalDate day, ReconciliationRules tried) {
		return this.trial.on(day, tried);
	}

	private void collect(ClaimedRun run, RuleVersions.Version version) {
		this.collect.collect(run, version.rules());
		this.book.usesRules(run, version);
	}

	/**
	 * Both read a whole day and neither needs the other's result. The check begins when
	 * the collection has its connection, so that the collection never waits for one. If
	 * the collection fails, the check is interrupted, which closes its connection.
	 */
	private void collectAndProveRows(ClaimedRun run, RuleVersions.Version version) {
		Instant committed = this.postings.committedBefore();
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			try {
				await(compute(run, () -> {
					CompletableFuture<Void> check = CompletableFuture.runAsync(() -> proveRows(run, committed),
							threads);
					collect(run, version);
					return check;
				}));
			}
			catch (RuntimeException | Error ex) {
				threads.shutdownNow();
				throw ex;
			}
		}
	}

	private static void await(CompletableFuture<Void> check) {
		try {
			check.get();
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause
					: new IllegalStateException("The rows of the books were not checked", ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while the rows of the books were checked", ex);
		}
	}

	/**
	 * Without the lock of the book, which the collecting transaction holds. If the pool
	 * has no connection besides, the proof of the books checks the rows.
	 */
	private void proveRows(ClaimedRun run, Instant committed) {
		try {
			this.transactions.execute((status) -> {
				this.book.requireClaim(run);
				this.books.proveRows(run, committed);
				return run;
			});
		}
		catch (CannotCreateTransactionException ex) {
			logger.warn(
					"Got no connection to check the rows of {} while it is collected; the proof of the books checks them",
					run.businessDate(), ex);
		}
	}

	private void inTransaction(ClaimedRun run, Runnable work) {
		compute(run, () -> {
			work.run();
			return run;
		});
	}

	private <T> T compute(ClaimedRun run, Supplier<T> work) {
		return this.transactions.execute((status) -> {
			this.book.requireClaim(run);
			this.book.lock(run);
			hashInMemory(this.jdbc);
			return work.get();
		});
	}

	/**
	 * A day's joins are hashes of a million rows; compiling them takes longer than
	 * running them.
	 */
	static void hashInMemory(JdbcClient jdbc) {
		jdbc.sql("SET LOCAL work_mem = '128MB'").update();
		jdbc.sql("SET LOCAL jit = off").update();
	}

	private record DryRun(List<ReconciliationFigure> figures, List<RunBreak> breaks, ProveBalances.Proof proof) {
	}

}
