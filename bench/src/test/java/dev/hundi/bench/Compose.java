package dev.hundi.bench;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * {@code docker-compose.yml} as its test reads it.
 *
 * @param document the file, with anchors and merges resolved
 */
record Compose(Map<String, Object> document) {

	private static final Pattern VARIABLE = Pattern.compile("\\$\\{\\w+:-([^}]*)}");

	private static final Pattern REQUIRED = Pattern.compile("\\$\\{\\w+:\\?[^}]*}");

	/** Of variables without a default: a name, a host and an address. */
	private static final String GIVEN = "given@host.example";

	static Compose parse(String text) {
		LoaderOptions options = new LoaderOptions();
		options.setAllowDuplicateKeys(false);
		return new Compose(map(new Yaml(new SafeConstructor(options)).load(text)));
	}

	Map<String, Service> services() {
		Map<String, Service> services = new TreeMap<>();
		map(this.document.get("services"))
			.forEach((name, service) -> services.put(name, new Service(name, map(service))));
		return services;
	}

	/**
	 * Returns a service by name.
	 * @throws IllegalArgumentException if it does not exist
	 */
	Service service(String name) {
		Service service = services().get(name);
		if (service == null) {
			throw new IllegalArgumentException("There is no service " + name);
		}
		return service;
	}

	/**
	 * The names under a top-level key such as {@code volumes}.
	 */
	Map<String, Object> declared(String kind) {
		return map(this.document.get(kind));
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> map(@Nullable Object value) {
		return (value != null) ? (Map<String, Object>) value : Map.of();
	}

	@SuppressWarnings("unchecked")
	private static List<Object> list(@Nullable Object value) {
		return (value != null) ? (List<Object>) value : List.of();
	}

	/**
	 * One service.
	 *
	 * @param name its name
	 * @param content its YAML content
	 */
	record Service(String name, Map<String, Object> content) {

		boolean isBuilt() {
			return this.content.containsKey("build");
		}

		String target() {
			return String.valueOf(map(this.content.get("build")).get("target"));
		}

		String image() {
			return String.valueOf(this.content.get("image"));
		}

		/**
		 * Environment variables, with the defaults of variables that the host may set,
		 * and with a value of those that it must set. A variable without a value is that
		 * of the host, which has none here.
		 */
		Map<String, String> environment() {
			return map(this.content.get("environment")).entrySet()
				.stream()
				.filter((entry) -> entry.getValue() != null)
				.collect(Collectors.toMap(Map.Entry::getKey,
						(entry) -> REQUIRED
							.matcher(VARIABLE.matcher(String.valueOf(entry.getValue()))
								.replaceAll((MatchResult match) -> match.group(1)))
							.replaceAll(GIVEN)));
		}

		List<String> command() {
			return list(this.content.get("command")).stream().map(String::valueOf).toList();
		}

		/**
		 * The command of the health check, or nothing.
		 */
		List<String> healthcheck() {
			return list(map(this.content.get("healthcheck")).get("test")).stream().map(String::valueOf).toList();
		}

		/**
		 * Services that this one waits for, with the awaited condition.
		 */
		Map<String, Map<String, Object>> dependencies() {
			return map(this.content.get("depends_on")).entrySet()
				.stream()
				.collect(Collectors.toMap(Map.Entry::getKey, (entry) -> map(entry.getValue())));
		}

		List<String> profiles() {
			return list(this.content.get("profiles")).stream().map(String::valueOf).toList();
		}

		/** The limit of memory, or the default of the variable that sets it. */
		String memory() {
			return VARIABLE.matcher(String.valueOf(this.content.get("mem_limit")))
				.replaceAll((MatchResult match) -> match.group(1));
		}

		/** How the service is restarted when its process has ended. */
		String restart() {
			return String.valueOf(this.content.get("restart"));
		}

		/** Arguments of the build. */
		Map<String, Object> arguments() {
			return map(map(this.content.get("build")).get("args"));
		}

		/**
		 * Mounts as {@code volume:path}.
		 */
		List<String> volumes() {
			return list(this.content.get("volumes")).stream().map(String::valueOf).toList();
		}

		/**
		 * Published ports as {@code host:container} or {@code address:host:container}.
		 */
		List<String> ports() {
			return list(this.content.get("ports")).stream().map(String::valueOf).toList();
		}

		/**
		 * File names under {@code /run/secrets} with the secrets they show.
		 */
		Map<String, String> secrets() {
			return list(this.content.get("secrets")).stream()
				.collect(Collectors.toMap(
						(secret) -> String.valueOf((secret instanceof Map) ? map(secret).get("target") : secret),
						(secret) -> String.valueOf((secret instanceof Map) ? map(secret).get("source") : secret)));
		}

	}

}
