package dev.hundi.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import org.springframework.util.FileSystemUtils;

/** The data directory of Kafka: another one for each new cluster. */
final class KafkaData {

	private final Path parent;

	private int clusters = 1;

	KafkaData(Path parent) {
		this.parent = parent;
	}

	Path directory() {
		return this.parent.resolve((this.clusters == 1) ? "kafka" : "kafka-" + this.clusters);
	}

	/** Deletes the data; the broker must have ended. */
	void delete() {
		try {
			FileSystemUtils.deleteRecursively(directory());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.clusters++;
	}

}
