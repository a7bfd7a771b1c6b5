package dev.hundi.port;

import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;

/**
 * HTTP/1.1 that looks for timed out asynchronous requests once there was one. Tomcat
 * looks every second in each connector, and no application has such requests. Public
 * because Tomcat instantiates it by class name.
 */
public class QuietProtocol extends Http11NioProtocol {

	@Override
	protected void startAsyncTimeout() {
		// The first request that waits starts it.
	}

	@Override
	public synchronized void addWaitingProcessor(Processor processor) {
		super.startAsyncTimeout();
		super.addWaitingProcessor(processor);
	}

}
