package dev.hundi.stream.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import dev.hundi.stream.processor.Processor;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** The table of Kafka rights in docs/operating.md. */
public final class DocumentedRights {

	private static final Pattern NAME = Pattern.compile("`([^`]+)`");

	private DocumentedRights() {
	}

	/** Returns the rights of a processor, whose user has the name of its group. */
	public static List<AclBinding> of(Processor processor) {
		Pattern row = Pattern.compile(
				"^\\| `" + processor.name().toLowerCase(Locale.ROOT) + "` \\| (topic|group)s? ([^|]+) \\| ([^|]+) \\|$",
				Pattern.MULTILINE);
		List<AclBinding> rights = new ArrayList<>();
		row.matcher(document()).results().forEach((match) -> rights.addAll(rights(processor, match)));
		return rights;
	}

	private static List<AclBinding> rights(Processor processor, MatchResult row) {
		ResourceType type = row.group(1).equals("topic") ? ResourceType.TOPIC : ResourceType.GROUP;
		return NAME.matcher(row.group(2))
			.results()
			.flatMap((name) -> List.of(row.group(3).split(", ")).stream().map((operation) -> {
				ResourcePattern resource = new ResourcePattern(type, name.group(1), PatternType.LITERAL);
				return new AclBinding(resource,
						new AccessControlEntry("User:" + processor.group(), "*",
								AclOperation
									.valueOf(operation.replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT)),
								AclPermissionType.ALLOW));
			}))
			.toList();
	}

	private static String document() {
		try {
			return Files.readString(Path.of("..", "docs", "operating.md"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
