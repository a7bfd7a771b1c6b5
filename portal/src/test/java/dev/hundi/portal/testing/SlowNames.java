package dev.hundi.portal.testing;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolver.LookupPolicy;
import java.net.spi.InetAddressResolverProvider;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Names of hosts whose name server does not answer, until it says that they do not exist.
 * Java loads it as the resolver of all names.
 */
public final class SlowNames extends InetAddressResolverProvider {

	/** Ends the names that it answers late. */
	public static final String DOMAIN = ".slow.hundi.example";

	private static final AtomicInteger waiting = new AtomicInteger();

	private static volatile CountDownLatch answered = new CountDownLatch(1);

	/** How many look-ups wait for an answer. */
	public static int waiting() {
		return waiting.get();
	}

	/** Answers the look-ups that wait, and lets the next ones wait. */
	public static void answer() {
		CountDownLatch present = answered;
		answered = new CountDownLatch(1);
		present.countDown();
	}

	@Override
	public InetAddressResolver get(Configuration configuration) {
		InetAddressResolver system = configuration.builtinResolver();
		return new InetAddressResolver() {

			@Override
			public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
				if (host.endsWith(DOMAIN)) {
					await(host);
				}
				return system.lookupByName(host, policy);
			}

			@Override
			public String lookupByAddress(byte[] address) throws UnknownHostException {
				return system.lookupByAddress(address);
			}

		};
	}

	@Override
	public String name() {
		return "slow-names";
	}

	private static void await(String host) throws UnknownHostException {
		CountDownLatch present = answered;
		waiting.incrementAndGet();
		try {
			present.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			waiting.decrementAndGet();
		}
		throw new UnknownHostException(host);
	}

}
