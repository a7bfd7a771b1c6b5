package dev.hundi.stream.debit;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.stream.relay.AcceptedPayouts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Debits payouts when this process captures them, without the way of their message
 * through Kafka. The message follows and finds its payout debited; it debits what this
 * process did not: after a crash or a failure, or while another debit was under way.
 */
@Component
class DebitAhead implements AcceptedPayouts, DisposableBean {

	private static final Logger logger = LoggerFactory.getLogger(DebitAhead.class);

	private final boolean enabled;

	private final Consumer<List<PayoutMessage>> debit;

	private final ThreadPoolExecutor thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
			new SynchronousQueue<>(), Thread.ofVirtual().name("debit-ahead").factory());

	@Autowired
	DebitAhead(Processors processors, DebitAcceptedPayouts debit) {
		this(processors.runs(Processor.DEBIT), debit::handle);
	}

	DebitAhead(boolean enabled, Consumer<List<PayoutMessage>> debit) {
		this.enabled = enabled;
		this.debit = debit;
	}

	@Override
	public void accepted(List<PayoutMessage> messages) {
		if (!this.enabled) {
			return;
		}
		try {
			this.thread.execute(() -> debit(messages));
		}
		catch (RejectedExecutionException ex) {
			logger.debug("{} payouts are left to their messages: another debit is under way", messages.size());
		}
	}

	private void debit(List<PayoutMessage> messages) {
		try {
			this.debit.accept(messages);
		}
		catch (RuntimeException ex) {
			logger.debug("{} payouts are left to their messages", messages.size(), ex);
		}
	}

	@Override
	public void destroy() {
		this.thread.close();
	}

}
