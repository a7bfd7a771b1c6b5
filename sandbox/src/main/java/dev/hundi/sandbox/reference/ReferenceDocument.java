package dev.hundi.sandbox.reference;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI document with what the page shows beside it: the pages of
 * {@code docs/integrating.md}, samples of code, and a server that the page can call.
 */
final class ReferenceDocument {

	/** Distinguishes a page of the guide from a group of operations. */
	private static final String GUIDE = "guide-";

	private static final Pattern LINK = Pattern.compile("]\\(#([a-z0-9-]+)\\)");

	private ReferenceDocument() {
	}

	/** Extends a document of the API in place. */
	static void extend(ObjectNode document, URI apiUrl) {
		CodeSamples samples = new CodeSamples(document, apiUrl);
		document.path("paths")
			.propertyStream()
			.forEach((path) -> path.getValue().propertyStream().forEach((operation) -> {
				ObjectNode node = (ObjectNode) operation.getValue();
				node.set("x-codeSamples", samples.of(operation.getKey(), path.getKey(), node));
				// The page signs by itself, so it must not ask for the headers.
				node.remove("security");
			}));
		((ObjectNode) document.path("components")).remove("securitySchemes");
		document.putArray("servers")
			.addObject()
			.put("url", "/docs/try")
			.put("description", "This sandbox, " + apiUrl + ", signed by this page");
		addGuide(document);
	}

	private static void addGuide(ObjectNode document) {
		ArrayNode groups = document.arrayNode();
		ArrayNode tags = (ArrayNode) document.path("tags");
		List<Page> pages = pages();
		pages.stream().map(Page::group).distinct().forEach((group) -> {
			ArrayNode names = groups.addObject().put("name", group).putArray("tags");
			pages.stream().filter((page) -> page.group().equals(group)).forEach((page) -> names.add(page.tag()));
		});
		ArrayNode operations = groups.addObject().put("name", "API reference").putArray("tags");
		tags.forEach((tag) -> operations.add(tag.path("name")));
		for (int i = 0; i < pages.size(); i++) {
			Page page = pages.get(i);
			String next = (i + 1 < pages.size())
					? "\nNext: [%s](#tag/%s)\n".formatted(pages.get(i + 1).title(), pages.get(i + 1).tag()) : "";
			tags.addObject()
				.put("name", page.tag())
				.put("x-displayName", page.title())
				.put("description", LINK.matcher(page.text())
					.replaceAll((link) -> "](#tag/%s)".formatted(target(pages, link.group(1)).tag())) + next);
		}
		document.set("x-tagGroups", groups);
	}

	/** The page with a heading. */
	private static Page target(List<Page> pages, String slug) {
		return pages.stream()
			.filter((page) -> page.headings().anyMatch((heading) -> slug(heading).equals(slug)))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("The guide has no heading for #" + slug));
	}

	/** One page for each section of the guide, and for each part of its last section. */
	private static List<Page> pages() {
		String guide = new String(Objects.requireNonNull(ApiReference.read("integrating.md"), "integrating.md"),
				StandardCharsets.UTF_8)
			.replaceAll("<!-- .* -->\n", "");
		List<String> sections = List.of(guide.split("(?m)^## ", -1));
		List<Page> pages = new ArrayList<>();
		sections.subList(1, sections.size() - 1).forEach((section) -> pages.add(Page.of("Guide", section)));
		List<String> parts = List.of(sections.getLast().split("(?m)^### ", -1));
		String last = parts.getFirst().lines().findFirst().orElseThrow();
		parts.subList(1, parts.size()).forEach((part) -> pages.add(Page.of(last, part)));
		return pages;
	}

	private static String slug(String title) {
		return title.toLowerCase(Locale.ROOT).replace(' ', '-');
	}

	/** The node itself, or the component that it refers to. */
	static JsonNode follow(ObjectNode document, JsonNode node) {
		return node.has("$ref") ? document.at(node.path("$ref").asString().substring(1)) : node;
	}

	/**
	 * A part of the guide.
	 *
	 * @param text Markdown without the heading of the page
	 */
	private record Page(String group, String title, String text) {

		static Page of(String group, String part) {
			int end = part.indexOf('\n');
			return new Page(group, part.substring(0, end), part.substring(end + 1));
		}

		String tag() {
			return GUIDE + slug(this.title);
		}

		Stream<String> headings() {
			return Stream.concat(Stream.of(this.title),
					this.text.lines()
						.filter((line) -> line.startsWith("###"))
						.map((line) -> line.replaceFirst("#+ ", "")));
		}

	}

}
