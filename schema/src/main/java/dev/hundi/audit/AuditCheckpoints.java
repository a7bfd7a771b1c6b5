package dev.hundi.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.hundi.audit.AuditChains.Head;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Signed files with the last events of chains: of all chains in the first file of a day
 * (UTC), and of those that grew in each later one. Who rewrites a chain in the database,
 * hashes included, contradicts the checkpoints.
 */
public final class AuditCheckpoints {

	/** Folder of the file store. */
	static final String FOLDER = "audit-checkpoint";

	private static final int MAX_FILES = 1_000_000;

	private static final String TITLE = "hundi audit checkpoint";

	private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuuMMdd").withZone(ZoneOffset.UTC);

	private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss-SSS")
		.withZone(ZoneOffset.UTC);

	private final AuditChains chains;

	private final FileStore files;

	private final CheckpointKey key;

	public AuditCheckpoints(JdbcClient jdbc, FileStore files, CheckpointKey key) {
		this.chains = new AuditChains(jdbc);
		this.files = files;
		this.key = key;
	}

	/**
	 * Writes a checkpoint of the chains that the files of this day do not have yet.
	 * @return its name in the file store
	 * @throws UncheckedIOException if the disk fails
	 */
	public String write(Instant now) {
		StringBuilder content = new StringBuilder(TITLE + " " + now + "\n");
		Set<String> written = writtenOn(DAY.format(now));
		for (Head head : this.chains.heads()) {
			String line = "%s %d %s".formatted(head.chain(), head.sequence(), HexFormat.of().formatHex(head.hash()));
			if (!written.contains(line)) {
				content.append(line).append('\n');
			}
		}
		String name = FOLDER + "/" + NAME.format(now) + ".txt";
		String signed = content + "signature " + this.key.sign(content.toString()) + "\n";
		try (UnfinishedFile file = this.files.create(name)) {
			file.out().write(signed.getBytes(StandardCharsets.UTF_8));
			file.publish();
			return name;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The checkpoint " + name + " cannot be written", ex);
		}
	}

	/** The lines of the valid files of a day. */
	private Set<String> writtenOn(String day) {
		Set<String> lines = new HashSet<>();
		names().filter((name) -> name.startsWith(FOLDER + "/" + day))
			.forEach((name) -> signedLines(name).ifPresent(lines::addAll));
		return lines;
	}

	private Stream<String> names() {
		return this.files.untouchedSince(FOLDER, Instant.MAX.minusSeconds(1), MAX_FILES).stream().sorted();
	}

	/** Every difference between the checkpoints and the chains. */
	List<String> verify() {
		List<String> problems = new ArrayList<>();
		names().forEach((name) -> problems.addAll(verify(name)));
		return problems;
	}

	/**
	 * Every difference between the chains and the checkpoints of a moment's day (UTC) or
	 * later.
	 */
	public List<String> verifySince(Instant moment) {
		String first = FOLDER + "/" + DAY.format(moment);
		List<String> problems = new ArrayList<>();
		names().filter((name) -> name.compareTo(first) >= 0).forEach((name) -> problems.addAll(verify(name)));
		return problems;
	}

	/** Every difference between a checkpoint and the chains. */
	private List<String> verify(String name) {
		Optional<List<String>> lines = signedLines(name);
		if (lines.isEmpty()) {
			return List.of("checkpoint " + name + ": the signature is not valid");
		}
		List<String> problems = new ArrayList<>();
		this.chains.compare(lines.get().stream().map(AuditCheckpoints::head).toList(), (claimed, stored) -> {
			if (stored == null) {
				problems.add("chain %s: event %d of checkpoint %s is missing".formatted(claimed.chain(),
						claimed.sequence(), name));
			}
			else if (!Arrays.equals(stored, claimed.hash())) {
				problems.add("chain %s: event %d differs from checkpoint %s".formatted(claimed.chain(),
						claimed.sequence(), name));
			}
		});
		return problems;
	}

	/** The lines of a file without its title, or empty if its signature is not valid. */
	private Optional<List<String>> signedLines(String name) {
		String text = read(name);
		int end = text.lastIndexOf("signature ");
		if (end < 0 || !text.startsWith(TITLE)
				|| !this.key.verifies(text.substring(0, end), text.substring(end + "signature ".length()).strip())) {
			return Optional.empty();
		}
		return Optional.of(text.substring(0, end).lines().skip(1).toList());
	}

	private static Head head(String line) {
		String[] parts = line.split(" ");
		return new Head(parts[0], Long.parseLong(parts[1]), HexFormat.of().parseHex(parts[2]));
	}

	private String read(String name) {
		try (FileChannel channel = this.files.open(name).orElseThrow()) {
			return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
