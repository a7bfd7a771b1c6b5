package dev.hundi.retention;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Documents of onboarding whose key is erased. Their files cannot be decrypted any more,
 * and housekeeping removes them.
 */
@Repository
public class ErasedDocuments {

	/** Folder of the documents in the file store. */
	public static final String FOLDER = "onboarding";

	private static final Pattern FILE = Pattern
		.compile(FOLDER + "/(" + "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})" + "(?:\\.original|-\\d+\\.page)");

	private final JdbcClient jdbc;

	ErasedDocuments(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Those of some files that belong to no document, or to one without its key. */
	public Collection<String> files(List<String> names) {
		Map<UUID, List<String>> filesOf = names.stream()
			.map(FILE::matcher)
			.filter(Matcher::matches)
			.collect(Collectors.groupingBy((file) -> UUID.fromString(file.group(1)),
					Collectors.mapping(Matcher::group, Collectors.toList())));
		Set<UUID> erased = this.jdbc.sql("SELECT erased_documents(:ids)")
			.param("ids", filesOf.keySet().toArray(UUID[]::new))
			.query(UUID.class)
			.set();
		return erased.stream().flatMap((id) -> filesOf.getOrDefault(id, List.of()).stream()).toList();
	}

}
