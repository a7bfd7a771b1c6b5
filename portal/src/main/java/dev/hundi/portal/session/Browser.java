package dev.hundi.portal.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names browsers as people know them. */
public final class Browser {

	/** The first that fits names the browser: most of them name others too. */
	private static final Map<String, Pattern> BROWSERS = new LinkedHashMap<>();

	private static final Map<String, Pattern> SYSTEMS = new LinkedHashMap<>();

	static {
		BROWSERS.put("Edge", Pattern.compile("Edg(?:A|iOS)?/(\\d+)"));
		BROWSERS.put("Opera", Pattern.compile("OPR/(\\d+)"));
		BROWSERS.put("Samsung Internet", Pattern.compile("SamsungBrowser/(\\d+)"));
		BROWSERS.put("Firefox", Pattern.compile("(?:Firefox|FxiOS)/(\\d+)"));
		BROWSERS.put("Chrome", Pattern.compile("(?:Chrome|CriOS)/(\\d+)"));
		BROWSERS.put("Safari", Pattern.compile("Version/(\\d+)[^ ]* (?:Mobile/[^ ]+ )?Safari/"));
		SYSTEMS.put("Android", Pattern.compile("Android"));
		SYSTEMS.put("iPhone", Pattern.compile("iPhone"));
		SYSTEMS.put("iPad", Pattern.compile("iPad"));
		SYSTEMS.put("Windows", Pattern.compile("Windows"));
		SYSTEMS.put("macOS", Pattern.compile("Mac OS X|Macintosh"));
		SYSTEMS.put("ChromeOS", Pattern.compile("CrOS"));
		SYSTEMS.put("Linux", Pattern.compile("Linux"));
	}

	private Browser() {
	}

	/**
	 * Browser, version and system of a {@code User-Agent}, such as
	 * {@code Chrome 156, Linux}; the text itself if it names no known browser.
	 */
	public static String name(String userAgent) {
		for (Map.Entry<String, Pattern> browser : BROWSERS.entrySet()) {
			Matcher version = browser.getValue().matcher(userAgent);
			if (version.find()) {
				String name = browser.getKey() + " " + version.group(1);
				return SYSTEMS.entrySet()
					.stream()
					.filter((system) -> system.getValue().matcher(userAgent).find())
					.findFirst()
					.map((system) -> name + ", " + system.getKey())
					.orElse(name);
			}
		}
		return userAgent;
	}

}
