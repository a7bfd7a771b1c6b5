package dev.hundi.sandbox;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

import dev.hundi.sandbox.server.ChildProcess;
import dev.hundi.sandbox.server.Ports;
import dev.hundi.sandbox.server.PostgresServer;
import dev.hundi.sandbox.server.StartFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Settings from the command line and the environment.
 *
 * @param fresh whether to delete all data first
 */
record LaunchSettings(Path directory, boolean fresh, Map<Part, Integer> ports) {

	/**
	 * Reads them.
	 * @param args {@code [--fresh] [--directory=var]}
	 * @throws StartFailedException if an argument is unknown or a variable is not a port
	 */
	static LaunchSettings of(String[] args, Map<String, String> environment) {
		boolean fresh = false;
		Path directory = Path.of("var");
		for (String arg : args) {
			if (arg.equals("--fresh")) {
				fresh = true;
			}
			else if (arg.startsWith("--directory=")) {
				directory = Path.of(arg.substring("--directory=".length()));
			}
			else {
				throw new StartFailedException("Unknown option " + arg + "; expected --fresh or --directory=");
			}
		}
		Map<Part, Integer> ports = new EnumMap<>(Part.class);
		Map<Integer, Part> taken = new HashMap<>();
		for (Part part : Part.values()) {
			int port = port(part, environment.get(part.variable()));
			Part other = taken.put(port, part);
			if (other != null) {
				throw new StartFailedException("Port %d is configured twice: for %s (%s) and %s (%s)".formatted(port,
						other.title(), other.variable(), part.title(), part.variable()));
			}
			ports.put(part, port);
		}
		return new LaunchSettings(directory.toAbsolutePath().normalize(), fresh, ports);
	}

	/**
	 * Checks that every port is free.
	 * @param patiently whether to wait for children of a killed launcher to end
	 * @throws StartFailedException if not; the message names the port and its variable
	 */
	void requirePorts(boolean patiently) {
		PostgresServer.stopLeftOver(this.directory.resolve("postgres"));
		long deadline = System.nanoTime() + (patiently ? 25_000_000_000L : 0);
		this.ports.forEach((part, port) -> {
			while (!Ports.isFree(port)) {
				if (System.nanoTime() >= deadline) {
					throw new StartFailedException("Port %d, wanted for %s, is in use. Free it, or set %s to another."
						.formatted(port, part.title(), part.variable()));
				}
				ChildProcess.pause();
			}
		});
	}

	private static int port(Part part, @Nullable String value) {
		if (value == null || value.isBlank()) {
			return part.defaultPort();
		}
		if (value.strip().matches("[0-9]{1,5}")) {
			int port = Integer.parseInt(value.strip());
			if (port >= 1 && port <= 65535) {
				return port;
			}
		}
		throw new StartFailedException("%s must be a port from 1 to 65535, not %s".formatted(part.variable(), value));
	}

}
