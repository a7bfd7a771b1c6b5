package dev.hundi.operator;

import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hundi.startup.DatabaseSettings;
import dev.hundi.work.Claim;
import dev.hundi.work.LeaseTerms;
import dev.hundi.work.LeasedWork;
import dev.hundi.work.WorkQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Carries out the operator requests of the kinds that this process can carry out. Without
 * such kinds it does not start.
 */
public final class CarryOutRequests implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(CarryOutRequests.class);

	private static final Duration LEASE = Duration.ofSeconds(60);

	private static final Duration POLL_INTERVAL = Duration.ofSeconds(2);

	/** Times the number of the attempt. */
	private static final Duration RETRY_DELAY = Duration.ofSeconds(2);

	private final OperatorRequests requests;

	private final TransactionOperations transactions;

	private final Map<RequestKind, CarryOut> kinds;

	private final Map<RequestKind, CarryOut> atomicKinds;

	private final @Nullable LeasedWork<RequestKind, ClaimedRequest> work;

	/**
	 * Carries requests out while the application runs.
	 * @param kinds what acts outside the database; may be carried out twice
	 * @param atomicKinds what acts in the database only: act and result are one
	 * transaction, which is rolled back if the claim has expired. An
	 * {@link IllegalStateException} refuses the request
	 */
	public CarryOutRequests(OperatorRequests requests, TransactionOperations transactions, DatabaseSettings database,
			Map<RequestKind, CarryOut> kinds, Map<RequestKind, CarryOut> atomicKinds) {
		this.requests = requests;
		this.transactions = transactions;
		this.kinds = Map.copyOf(kinds);
		this.atomicKinds = Map.copyOf(atomicKinds);
		Set<RequestKind> all = new HashSet<>(kinds.keySet());
		all.addAll(atomicKinds.keySet());
		this.work = all.isEmpty() ? null
				: new LeasedWork<>(terms(all),
						WorkQueue.of(ClaimedRequest::kind, requests::claim, requests::renew, requests::giveBack),
						this::run)
					.listen(database, OperatorRequests.DUE);
	}

	private static LeaseTerms<RequestKind> terms(Set<RequestKind> kinds) {
		return new LeaseTerms<>("operator-request",
				kinds.stream().collect(Collectors.toMap((kind) -> kind, (kind) -> 1)), LEASE, POLL_INTERVAL);
	}

	private void run(Claim<ClaimedRequest> claim) {
		ClaimedRequest request = claim.item();
		try {
			CarryOut plain = this.kinds.get(request.kind());
			RequestOutcome outcome = (plain != null) ? plain.carryOut(request) : null;
			if ((outcome != null) ? !this.requests.end(request, outcome) : !endTogether(request)) {
				logger.warn("The result of {} came after its lease", request);
			}
		}
		catch (IllegalArgumentException ex) {
			this.requests.end(request, new RequestOutcome.Refused(String.valueOf(ex.getMessage())));
		}
		catch (Exception ex) {
			logger.warn("Attempt {} of {} failed", request.attempt(), request, ex);
			this.requests.failed(request, ex.toString(), RETRY_DELAY.multipliedBy(request.attempt()));
		}
	}

	private boolean endTogether(ClaimedRequest request) {
		CarryOut atomic = Objects.requireNonNull(this.atomicKinds.get(request.kind()));
		try {
			return Boolean.TRUE.equals(this.transactions.execute((transaction) -> {
				boolean held = this.requests.end(request, carryOut(atomic, request));
				if (!held) {
					transaction.setRollbackOnly();
				}
				return held;
			}));
		}
		catch (IllegalStateException ex) {
			return this.requests.end(request, new RequestOutcome.Refused(String.valueOf(ex.getMessage())));
		}
	}

	private static RequestOutcome carryOut(CarryOut atomic, ClaimedRequest request) {
		try {
			return atomic.carryOut(request);
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new UndeclaredThrowableException(ex);
		}
	}

	@Override
	public void start() {
		if (this.work != null) {
			this.work.start();
		}
	}

	@Override
	public void stop() {
		if (this.work != null) {
			this.work.stop();
		}
	}

	@Override
	public boolean isRunning() {
		return this.work != null && this.work.isRunning();
	}

}
