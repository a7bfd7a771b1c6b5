package dev.hundi.portal.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.MessageSource;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/**
 * JSON as pages show it to people: {@code factsOf.json(node)}. Fields without a value are
 * left out, amounts are rupees, days and times are those of pages, and names of constants
 * are words.
 */
@ControllerAdvice
class FactText {

	private static final JsonMapper mapper = JsonMapper.shared();

	/** Where the texts of constants are. */
	private static final List<String> TEXTS = List.of("payouts.rail.", "role.", "statements.kind.",
			"statements.direction.", "finance.type.", "finance.action.", "act.");

	/** Whose values are names of fields. */
	private static final String FIELDS = "changed fields";

	private static final RupeeText RUPEES = new RupeeText();

	private static final PageModel.Times TIMES = new PageModel.Times();

	private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z0-9]*(_[A-Z0-9]+)*");

	private static final Pattern SEVERAL_WORDS = Pattern.compile("[A-Z]+(_[A-Z]+)+");

	private final MessageSource messages;

	FactText(MessageSource messages) {
		this.messages = messages;
	}

	/** A name in words, such as {@code valid from}, and its value. */
	record Fact(String name, String value) {
	}

	/** A field before and after a change; null where it has no value. */
	record Change(String name, @Nullable String before, @Nullable String after) {
	}

	@ModelAttribute("factsOf")
	FactText factsOf() {
		return this;
	}

	/**
	 * The fields of an object, with those of the objects in it.
	 * @param node null stands for no fields
	 */
	public List<Fact> json(@Nullable JsonNode node) {
		List<Fact> facts = new ArrayList<>();
		if (node != null) {
			add("", node, facts);
		}
		return facts;
	}

	/** The same of JSON as text. */
	public List<Fact> text(String json) {
		return json(mapper.readTree(json));
	}

	/** The fields of two objects, as text, side by side. */
	public List<Change> change(@Nullable String before, @Nullable String after) {
		Map<String, String> olds = values(before);
		Map<String, String> news = values(after);
		return Stream.concat(olds.keySet().stream(), news.keySet().stream())
			.distinct()
			.map((name) -> new Change(name, olds.get(name), news.get(name)))
			.toList();
	}

	private Map<String, String> values(@Nullable String json) {
		Map<String, String> values = new LinkedHashMap<>();
		if (json != null) {
			text(json).forEach((fact) -> values.merge(fact.name, fact.value, (one, other) -> one + ", " + other));
		}
		return values;
	}

	private void add(String name, JsonNode node, List<Fact> facts) {
		if (node.isObject()) {
			node.properties().forEach((field) -> add(joined(name, words(field.getKey())), field.getValue(), facts));
		}
		else if (node.isArray() && node.valueStream().noneMatch(JsonNode::isValueNode)) {
			int number = 0;
			for (JsonNode one : node) {
				number++;
				add(joined(name, String.valueOf(number)), one, facts);
			}
		}
		else if (node.isArray()) {
			facts.add(new Fact(name,
					node.valueStream()
						.map((value) -> name.equals(FIELDS) ? words(value.asString()) : shown(value))
						.collect(Collectors.joining(", "))));
		}
		else if (!node.isNull() && !node.asString().isEmpty()) {
			facts.add(isPaise(name, node)
					? new Fact(name.substring(0, name.length() - " paise".length()), RUPEES.text(node.longValue()))
					: new Fact(name, shown(node)));
		}
	}

	private static boolean isPaise(String name, JsonNode node) {
		return name.endsWith(" paise") && node.isIntegralNumber();
	}

	private static String joined(String outer, String name) {
		return outer.isEmpty() ? name : outer + ", " + name;
	}

	private String shown(JsonNode value) {
		return value.isBoolean() ? message(value.booleanValue() ? "fact.yes" : "fact.no", value.asString())
				: constant(TIMES.shown(value.asString()));
	}

	/** Identifiers and names in capitals stay as they are. */
	private String constant(String value) {
		if (!CONSTANT.matcher(value).matches()) {
			return value;
		}
		return TEXTS.stream()
			.map((prefix) -> message(prefix + value, ""))
			.filter((text) -> !text.isEmpty())
			.findFirst()
			.orElseGet(() -> SEVERAL_WORDS.matcher(value).matches()
					? value.charAt(0) + value.substring(1).toLowerCase(Locale.ROOT).replace('_', ' ') : value);
	}

	private String message(String key, String otherwise) {
		return Objects.requireNonNull(this.messages.getMessage(key, null, otherwise, LocaleContextHolder.getLocale()));
	}

	private String words(String name) {
		return name.equals(name.toUpperCase(Locale.ROOT)) ? constant(name)
				: name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
	}

}
