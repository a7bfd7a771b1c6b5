package dev.hundi.bench.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;

/**
 * The heap of another JVM of this user on this machine.
 */
public final class RemoteHeap implements AutoCloseable {

	private final JMXConnector connector;

	private final MemoryMXBean memory;

	private RemoteHeap(JMXConnector connector, MemoryMXBean memory) {
		this.connector = connector;
		this.memory = memory;
	}

	/**
	 * Attaches to a JVM.
	 * @param pid of a process that the benchmark itself has started
	 */
	@SuppressWarnings("BanJNDI")
	public static RemoteHeap of(long pid) throws IOException, AttachNotSupportedException {
		VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
		try {
			JMXConnector connector = JMXConnectorFactory
				.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
			return new RemoteHeap(connector, ManagementFactory.newPlatformMXBeanProxy(
					connector.getMBeanServerConnection(), ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class));
		}
		finally {
			machine.detach();
		}
	}

	/** Heap in use after a full collection. */
	public long usedBytes() {
		this.memory.gc();
		return this.memory.getHeapMemoryUsage().getUsed();
	}

	@Override
	public void close() throws IOException {
		this.connector.close();
	}

}
