package dev.hundi.bench;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hundi.api.limit.Rate;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The documents name each setting of the applications, and only settings that exist.
 */
class DocumentedSettingsTests {

	private static final List<String> APPLICATIONS = List.of("dev.hundi.api.ApiSettings",
			"dev.hundi.stream.StreamSettings", "dev.hundi.batch.BatchSettings", "dev.hundi.portal.PortalSettings",
			"dev.hundi.startup.MigrateSchema$Settings");

	/** Not a name of Java, of a topic or of a host. */
	private static final Pattern NAMED = Pattern
		.compile("(?<![\\w./@])hundi\\.(?!payout\\.|beneficiary\\.)[a-z<>-]+(?:\\.[a-z<>-]+)*");

	@Test
	void namesEachSetting() throws ReflectiveOperationException, IOException {
		List<String> paragraphs = paragraphs();
		Set<String> settings = settings();
		assertThat(settings).isNotEmpty();
		assertThat(settings.stream()
			.filter((setting) -> paragraphs.stream().noneMatch((paragraph) -> names(paragraph, setting)))).isEmpty();
	}

	@Test
	void namesOnlySettingsThatExist() throws ReflectiveOperationException, IOException {
		Set<String> settings = settings();
		Set<String> named = paragraphs().stream()
			.flatMap((paragraph) -> NAMED.matcher(paragraph).results().map(MatchResult::group))
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(named).isNotEmpty();
		assertThat(named.stream()
			.filter((name) -> settings.stream().noneMatch((setting) -> (setting + ".").startsWith(name + "."))))
			.isEmpty();
	}

	/**
	 * Whether a paragraph or row has a setting in full, or a part of it beside its
	 * prefix: {@code `hundi.http.port`, `.address`} or {@code `address`}.
	 */
	private static boolean names(String paragraph, String setting) {
		if (contains(paragraph, Pattern.quote(setting) + "(?![\\w.<-])")) {
			return true;
		}
		return IntStream.range("hundi.".length(), setting.length())
			.filter((i) -> setting.charAt(i) == '.')
			.anyMatch((dot) -> contains(paragraph, Pattern.quote(setting.substring(0, dot)) + "[.`]")
					&& contains(paragraph, "`\\.?" + Pattern.quote(setting.substring(dot + 1)) + "[`\\[]"));
	}

	private static boolean contains(String text, String pattern) {
		return Pattern.compile(pattern).matcher(text).find();
	}

	private static List<String> paragraphs() throws IOException {
		List<String> paragraphs = new ArrayList<>();
		for (Path document : Repository.files("{README.md,CONTRIBUTING.md,docs/*.md}")) {
			for (String paragraph : Files.readString(document).split("\n\\s*\n")) {
				paragraphs.addAll(paragraph.startsWith("|") ? rows(paragraph) : List.of(paragraph));
			}
		}
		return paragraphs;
	}

	/** Each row below the head, which may have the prefix of its settings. */
	private static List<String> rows(String table) {
		List<String> rows = table.lines().toList();
		return rows.stream().skip(2).map((row) -> rows.getFirst() + row).toList();
	}

	private static Set<String> settings() throws ReflectiveOperationException {
		Set<String> settings = new TreeSet<>();
		for (String application : APPLICATIONS) {
			add(Class.forName(application), "hundi", settings);
		}
		return settings;
	}

	private static void add(Class<?> group, String prefix, Set<String> settings) {
		for (RecordComponent component : group.getRecordComponents()) {
			String setting = prefix + "." + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
			if (isGroup(component.getType())) {
				add(component.getType(), setting, settings);
			}
			else if (valueOf(component.getGenericType()) instanceof Class<?> named && isGroup(named)) {
				add(named, setting + ".<name>", settings);
			}
			else {
				settings.add(setting);
			}
		}
	}

	private static boolean isGroup(Class<?> type) {
		return type.isRecord() && type != Rate.class;
	}

	/** The type of a map's values, or the type itself. */
	private static Type valueOf(Type type) {
		return (type instanceof ParameterizedType map)
				? map.getActualTypeArguments()[map.getActualTypeArguments().length - 1] : type;
	}

}
