package dev.hundi.sandbox.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Command-line arguments of the form {@code --name=value}. */
public final class Arguments {

	private final Map<String, String> values;

	private Arguments(Map<String, String> values) {
		this.values = values;
	}

	/**
	 * Reads them.
	 * @param known names that the program reads
	 * @throws IllegalArgumentException if one has another form, is unknown or is repeated
	 */
	public static Arguments of(Set<String> known, String... args) {
		Map<String, String> values = new LinkedHashMap<>();
		for (String arg : args) {
			int equals = arg.indexOf('=');
			if (!arg.startsWith("--") || equals < 0) {
				throw new IllegalArgumentException("Expected --name=value, not " + arg);
			}
			String name = arg.substring(2, equals);
			if (!known.contains(name)) {
				throw new IllegalArgumentException("Unknown option --" + name + "; known are " + new TreeSet<>(known));
			}
			if (values.put(name, arg.substring(equals + 1)) != null) {
				throw new IllegalArgumentException("--" + name + " is given twice");
			}
		}
		return new Arguments(values);
	}

	public String get(String name, String whenAbsent) {
		return this.values.getOrDefault(name, whenAbsent);
	}

	/**
	 * A value that must be there.
	 * @throws IllegalArgumentException if it is not
	 */
	public String required(String name) {
		String value = this.values.get(name);
		if (value == null) {
			throw new IllegalArgumentException("--" + name + "= is missing");
		}
		return value;
	}

	/**
	 * A port number, 0 for any free one.
	 * @throws IllegalArgumentException if it is no port
	 */
	public int port(String name, int whenAbsent) {
		String value = this.values.get(name);
		if (value == null) {
			return whenAbsent;
		}
		try {
			int port = Integer.parseInt(value);
			if (port >= 0 && port <= 65535) {
				return port;
			}
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("--" + name + " is no port: " + value, ex);
		}
		throw new IllegalArgumentException("--" + name + " is no port: " + value);
	}

}
