package dev.hundi.portal.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.hundi.money.Rupees;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/**
 * JSON as pages show it to people: {@code factsOf.json(node)}. Fields without a value are
 * left out.
 */
@ControllerAdvice
class FactText {

	private static final JsonMapper mapper = JsonMapper.shared();

	/** A name in words, such as {@code valid from}, and its value. */
	record Fact(String name, String value) {
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

	private static void add(String name, JsonNode node, List<Fact> facts) {
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
			facts.add(new Fact(name, node.valueStream().map(JsonNode::asString).collect(Collectors.joining(", "))));
		}
		else if (!node.isNull() && !node.asString().isEmpty()) {
			facts.add(isPaise(name, node) ? new Fact(name.substring(0, name.length() - " paise".length()) + " (₹)",
					Rupees.formatGrouped(node.longValue())) : new Fact(name, node.asString()));
		}
	}

	private static boolean isPaise(String name, JsonNode node) {
		return name.endsWith(" paise") && node.isIntegralNumber();
	}

	private static String joined(String outer, String name) {
		return outer.isEmpty() ? name : outer + ", " + name;
	}

	/** Names of constants stay as they are. */
	private static String words(String name) {
		return name.equals(name.toUpperCase(Locale.ROOT)) ? name
				: name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
	}

}
