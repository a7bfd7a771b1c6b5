package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import dev.hundi.digest.Sha256;
import dev.hundi.filestore.FileVersion;
import dev.hundi.filestore.ForceToDisk;
import dev.hundi.bank.BankFile;
import dev.hundi.bank.BankFileReports;
import dev.hundi.bank.BankFiles;
import dev.hundi.payout.Rail;
import dev.hundi.signature.FileTrust;
import dev.hundi.stream.iso20022.BankStatusReports;
import dev.hundi.stream.iso20022.CreditTransfer;
import dev.hundi.stream.iso20022.MalformedFileException;
import dev.hundi.work.DueCondition;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Exchanges files with banks: orders in {@code out}, status reports in {@code in}, files
 * that were read in {@code processed}, others in {@code rejected}: those that are
 * malformed or too large and those that {@link FileTrust} does not trust. A file gets its
 * name only when it is complete. After a crash the same file is written or read again,
 * which is idempotent: the bank recognises a file by its message id and an order by its
 * reference.
 */
@Component
class ExchangeFiles {

	/** What became of a file. */
	private enum Result {

		WRITTEN, READ, READ_BEFORE, REJECTED

	}

	private static final Logger logger = LoggerFactory.getLogger(ExchangeFiles.class);

	private static final long LARGEST = 64L * 1024 * 1024;

	private final BankFiles files;

	private final BankFileReports reports;

	private final DispatchSettings settings;

	private final BankSignatures signatures;

	private final EnquiryTrigger enquiries;

	private final MeterRegistry meters;

	/** Directories and files whose last exchange failed, by bank. */
	private final Map<String, Set<Path>> failing = new HashMap<>();

	ExchangeFiles(BankFiles files, BankFileReports reports, DispatchSettings settings, BankSignatures signatures,
			EnquiryTrigger enquiries, MeterRegistry meters) {
		this.files = files;
		this.reports = reports;
		this.settings = settings;
		this.signatures = signatures;
		this.enquiries = enquiries;
		this.meters = meters;
		settings.banks().forEach((name, bank) -> {
			if (bank.files() != null) {
				// Registered at startup, so that alerts see the first increase.
				for (Result result : Result.values()) {
					counter(name, result);
				}
				Set<Path> paths = ConcurrentHashMap.newKeySet();
				this.failing.put(name, paths);
				Gauge.builder("hundi.bank.files.failing", paths, Set::size)
					.tag("bank", name)
					.description("Directories and files whose last exchange failed")
					.register(meters);
			}
		});
	}

	/** Whether there is a bank with files. */
	boolean isUsed() {
		return !this.failing.isEmpty();
	}

	/** The condition of {@link #writeAll}, which repeats what failed. */
	DueCondition whenDue() {
		boolean failed = this.failing.values().stream().anyMatch((paths) -> !paths.isEmpty());
		return failed ? DueCondition.of("true") : this.files.whenDue(this.failing.keySet());
	}

	/** Writes due files. A bank that fails does not affect others. */
	void writeAll() {
		forEach((name, own) -> {
			Path out = own.directory().resolve("out");
			attempt(name, out, () -> write(name, own, out));
		});
	}

	/** Reads received files. A file that cannot be read does not affect others. */
	void readAll() {
		forEach((name, own) -> {
			Path in = own.directory().resolve("in");
			attempt(name, in, () -> read(name, in, own));
		});
	}

	private void forEach(BiConsumer<String, FileSettings> exchange) {
		this.settings.banks().forEach((name, bank) -> {
			FileSettings own = bank.files();
			if (own != null) {
				exchange.accept(name, own);
			}
		});
	}

	/** Logs the first failure of a streak only, because each round repeats it. */
	private void attempt(String bank, Path path, Step step) {
		try {
			step.run();
			failing(bank).remove(path);
		}
		catch (IOException | RuntimeException ex) {
			if (failing(bank).add(path)) {
				logger.error("Exchange of {} with bank {} failed and will be retried", path, bank, ex);
			}
		}
	}

	private Set<Path> failing(String bank) {
		return Objects.requireNonNull(this.failing.get(bank));
	}

	/** A part of the exchange that fails on its own. */
	@FunctionalInterface
	private interface Step {

		void run() throws IOException;

	}

	private void write(String name, FileSettings own, Path out) throws IOException {
		Files.createDirectories(out);
		// Not the rails of the settings: they govern new orders only.
		for (Rail rail : this.files.queuedRails(name)) {
			boolean more = true;
			while (more) {
				more = this.files.createNext(name, rail, own.longestWait(), own.maxOrders());
			}
		}
		boolean more = true;
		while (more) {
			more = this.files.writeNext(name, new Parts(own, out));
		}
	}

	/**
	 * Files get their name when the bank may see them. Each writer prepares them under
	 * another hidden name: one that lost its connection may still write.
	 */
	private final class Parts implements BankFiles.Writer {

		private final FileSettings own;

		private final Path out;

		private final String suffix = UUID.randomUUID() + ".part";

		Parts(FileSettings own, Path out) {
			this.own = own;
			this.out = out;
		}

		@Override
		public Runnable prepare(BankFile file) {
			Path part = this.out.resolve("." + file.messageId() + "." + this.suffix);
			try {
				Files.write(part, CreditTransfer.write(file, this.own.debtor()));
				ForceToDisk.contentOf(part);
			}
			catch (IOException ex) {
				throw new UncheckedIOException("Cannot write " + part, ex);
			}
			return () -> deliver(file, part);
		}

		private void deliver(BankFile file, Path part) {
			Path whole = this.out.resolve(file.messageId() + ".xml");
			try {
				Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
			}
			catch (IOException ex) {
				String message = "Cannot rename " + part + " to " + whole;
				if (Files.exists(part, LinkOption.NOFOLLOW_LINKS)) {
					throw new BankFiles.NotDelivered(message, ex);
				}
				throw new UncheckedIOException(message, ex);
			}
			try {
				ForceToDisk.nameOf(whole);
			}
			catch (IOException ex) {
				throw new UncheckedIOException("Cannot write " + whole, ex);
			}
			counter(file.bank(), Result.WRITTEN).increment();
			logger.info("Wrote {} orders for bank {} to {}", file.orders().size(), file.bank(), whole);
			try {
				discard(file.messageId());
			}
			catch (UncheckedIOException ex) {
				// Not a failure of the delivery, which would be repeated.
				logger.warn("{}", ex.getMessage(), ex);
			}
		}

		/** Also what writers left that died. */
		@Override
		public void discard(String messageId) {
			try (DirectoryStream<Path> parts = Files.newDirectoryStream(this.out, "." + messageId + ".*part")) {
				for (Path part : parts) {
					Files.deleteIfExists(part);
				}
			}
			catch (DirectoryIteratorException ex) {
				throw new UncheckedIOException("Cannot list parts of " + messageId, ex.getCause());
			}
			catch (IOException ex) {
				throw new UncheckedIOException("Cannot delete parts of " + messageId, ex);
			}
		}

	}

	private void read(String bank, Path in, FileSettings own) throws IOException {
		Files.createDirectories(in);
		FileTrust trust = new FileTrust(this.signatures.of(bank), own.transferUser());
		List<Path> received;
		try (Stream<Path> entries = Files.list(in)) {
			received = entries.filter((file) -> file.getFileName().toString().endsWith(".xml"))
				.filter((file) -> !file.getFileName().toString().startsWith("."))
				.filter((file) -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
				.sorted()
				.toList();
		}
		failing(bank).removeIf((path) -> in.equals(path.getParent()) && !received.contains(path));
		for (Path file : received) {
			// An interrupt closes the channel of each file that is read after it.
			if (Thread.currentThread().isInterrupted()) {
				return;
			}
			attempt(bank, file, () -> read(bank, own.directory(), trust, file));
		}
	}

	/**
	 * Another instance may read the same file concurrently; the second read changes
	 * nothing.
	 */
	private void read(String bank, Path directory, FileTrust trust, Path file) throws IOException {
		try {
			FileVersion before = FileVersion.of(file);
			if (before.sizeBytes() > LARGEST) {
				move(bank, directory, file, before, Result.REJECTED, digest(file));
				logger.error("Bank {} sent {}, larger than {} bytes, moved to rejected", bank, file, LARGEST);
				return;
			}
			byte[] bytes = Files.readAllBytes(file);
			String name = file.getFileName().toString();
			String sha256 = Sha256.hex(bytes);
			String objection = trust.objection(file, name, HexFormat.of().parseHex(sha256));
			move(bank, directory, file, before, (objection != null) ? Result.REJECTED : read(bank, name, sha256, bytes),
					sha256);
			if (objection != null) {
				this.signatures.untrusted(bank, BankSignatures.Source.FILE, "File " + name, objection);
			}
		}
		catch (NoSuchFileException ex) {
			logger.debug("{} was read by another instance", file);
		}
	}

	private Result read(String bank, String name, String sha256, byte[] bytes) {
		try {
			if (!this.reports.receive(bank, sha256, name, BankStatusReports.read(bytes))) {
				return Result.READ_BEFORE;
			}
			this.enquiries.wake();
			return Result.READ;
		}
		catch (MalformedFileException ex) {
			logger.error("Bank {} sent a malformed file {}, moved to rejected: {}", bank, name, ex.getMessage());
			return Result.REJECTED;
		}
	}

	private void move(String bank, Path directory, Path file, FileVersion before, Result result, String sha256)
			throws IOException {
		if (!FileVersion.of(file).equals(before)) {
			logger.info("{} was replaced meanwhile; the next round reads the new one", file);
			return;
		}
		Path done = Files.createDirectories(directory.resolve((result == Result.REJECTED) ? "rejected" : "processed"));
		Path moved = done.resolve(sha256.substring(0, 16) + "-" + file.getFileName());
		Files.move(file, moved, StandardCopyOption.ATOMIC_MOVE);
		// After the file: another instance that still reads it needs the signature.
		FileTrust.moveSignature(file, moved);
		ForceToDisk.nameOf(moved);
		counter(bank, result).increment();
	}

	/** Of a file that is too large for the memory. */
	private static String digest(Path file) throws IOException {
		MessageDigest digest = Sha256.newDigest();
		try (InputStream content = new DigestInputStream(Files.newInputStream(file), digest)) {
			content.transferTo(OutputStream.nullOutputStream());
		}
		return HexFormat.of().formatHex(digest.digest());
	}

	private Counter counter(String bank, Result result) {
		return this.meters.counter("hundi.bank.files", "bank", bank, "result", result.name());
	}

}
