package dev.hundi.testing;

import dev.hundi.port.PortBlocks;

/** Ports for servers that a test stops and starts again. */
public final class FreePorts {

	private FreePorts() {
	}

	/** Returns a port that is free and was not returned before. */
	public static int next() {
		return PortBlocks.next(PortBlocks::canListen);
	}

}
