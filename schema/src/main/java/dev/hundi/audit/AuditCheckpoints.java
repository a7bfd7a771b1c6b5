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
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import dev.hundi.audit.AuditChains.Head;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Signed files with the last event of each chain. Who rewrites a chain in the database,
 * hashes included, contradicts the checkpoints.
 */
public final class AuditCheckpoints {

	/** Folder of the file store. */
	static final String FOLDER = "audit-checkpoint";

	private static final int MAX_FILES = 1_000_000;

	private static final String TITLE = "hundi audit checkpoint";

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
	 * Writes a checkpoint of all chains.
	 * @return its name in the file store
	 * @throws UncheckedIOException if the disk fails
	 */
	public String write(Instant now) {
		StringBuilder content = new StringBuilder(TITLE + " " + now + "\n");
		for (Head head : this.chains.heads()) {
			content.append("%s %d %s%n".formatted(head.chain(), head.sequence(), HexFormat.of().formatHex(head.hash()))
				.replace(System.lineSeparator(), "\n"));
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

	/** Every difference between the checkpoints and the chains. */
	List<String> verify() {
		List<String> problems = new ArrayList<>();
		for (String name : this.files.untouchedSince(FOLDER, Instant.MAX.minusSeconds(1), MAX_FILES)
			.stream()
			.sorted()
			.toList()) {
			problems.addAll(verify(name));
		}
		return problems;
	}

	/** Every difference between a checkpoint and the chains. */
	public List<String> verify(String name) {
		String text = read(name);
		int end = text.lastIndexOf("signature ");
		if (end < 0 || !text.startsWith(TITLE)
				|| !this.key.verifies(text.substring(0, end), text.substring(end + "signature ".length()).strip())) {
			return List.of("checkpoint " + name + ": the signature is not valid");
		}
		List<String> problems = new ArrayList<>();
		text.substring(0, end).lines().skip(1).forEach((line) -> compare(name, line, problems));
		return problems;
	}

	private void compare(String name, String line, List<String> problems) {
		String[] parts = line.split(" ");
		long sequence = Long.parseLong(parts[1]);
		Optional<String> hash = this.chains.hash(parts[0], sequence).map(HexFormat.of()::formatHex);
		if (hash.isEmpty()) {
			problems.add("chain %s: event %d of checkpoint %s is missing".formatted(parts[0], sequence, name));
		}
		else if (!hash.get().equals(parts[2])) {
			problems.add("chain %s: event %d differs from checkpoint %s".formatted(parts[0], sequence, name));
		}
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
