package dev.hundi.work;

/**
 * An item while it is claimed by this instance. A long run calls {@link #check()} between
 * two units of work.
 *
 * @param <T> claimed item
 */
public final class Claim<T> {

	private final T item;

	private volatile boolean stopping;

	private volatile boolean lost;

	/** Creates a claim; public for tests of runs. */
	public Claim(T item) {
		this.item = item;
	}

	public T item() {
		return this.item;
	}

	/** Whether this instance stops; the item is given back when its run has ended. */
	public boolean isStopping() {
		return this.stopping;
	}

	/** Whether the lease has expired and another instance may run the item. */
	public boolean isLost() {
		return this.lost;
	}

	/**
	 * Ends the run if it must not continue.
	 * @throws ClaimEndedException if this instance stops or the claim is lost
	 */
	public void check() {
		if (this.stopping) {
			throw new ClaimEndedException("This instance is stopping");
		}
		if (this.lost) {
			throw new ClaimEndedException("The lease of " + this.item + " has expired");
		}
	}

	void stop() {
		this.stopping = true;
	}

	void lose() {
		this.lost = true;
	}

}
