package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import dev.hundi.bank.BankFile;
import dev.hundi.bank.BankFiles;
import dev.hundi.bank.ReportedStatus;
import dev.hundi.payout.Rail;
import dev.hundi.stream.iso20022.BankStatusReports;
import dev.hundi.stream.iso20022.CreditTransfer;
import dev.hundi.stream.iso20022.MalformedFileException;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Exchanges files with the banks that are spoken to in them: {@code out} for orders,
 * {@code in} for what the bank says, {@code processed} and {@code rejected} for what was
 * read. A file has its name only once it is whole. A crash anywhere leaves a row that has
 * the same file written, or the same file read, again; the bank knows it by its message
 * id and each order by its reference.
 */
@Component
class ExchangeFiles {

	private static final Logger logger = LoggerFactory.getLogger(ExchangeFiles.class);

	private static final long LARGEST = 64L * 1024 * 1024;

	private final BankFiles files;

	private final DispatchSettings settings;

	private final EnquiryClock enquiries;

	private final MeterRegistry meters;

	ExchangeFiles(BankFiles files, DispatchSettings settings, EnquiryClock enquiries, MeterRegistry meters) {
		this.files = files;
		this.settings = settings;
		this.enquiries = enquiries;
		this.meters = meters;
	}

	/** Writes what is to be written and reads what has come, for each bank by itself. */
	void exchange() {
		this.settings.banks().forEach((name, bank) -> {
			FileSettings own = bank.files();
			if (own != null) {
				try {
					write(name, bank, own);
					read(name, own.directory());
				}
				catch (IOException | RuntimeException ex) {
					logger.error("Files of bank {} were not exchanged; it is tried again", name, ex);
				}
			}
		});
	}

	private void write(String name, BankSettings bank, FileSettings own) throws IOException {
		Path out = Files.createDirectories(own.directory().resolve("out"));
		for (Rail rail : bank.rails()) {
			boolean more = true;
			while (more) {
				more = this.files.createNext(name, rail, own.longestWait(), own.maxOrders());
			}
		}
		boolean more = true;
		while (more) {
			more = this.files.writeNext(name, (file) -> write(file, own, out));
		}
	}

	private void write(BankFile file, FileSettings own, Path out) {
		Path whole = out.resolve(file.messageId() + ".xml");
		Path part = out.resolve("." + file.messageId() + ".part");
		try {
			Files.write(part, CreditTransfer.write(file, own.debtor()));
			try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
				channel.force(true);
			}
			Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
			force(out);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot write " + whole, ex);
		}
		count(file.bank(), "WRITTEN");
		logger.info("Wrote {} orders for bank {} to {}", file.orders().size(), file.bank(), whole);
	}

	private void read(String bank, Path directory) throws IOException {
		Path in = Files.createDirectories(directory.resolve("in"));
		List<Path> come;
		try (Stream<Path> entries = Files.list(in)) {
			come = entries.filter((file) -> file.getFileName().toString().endsWith(".xml"))
				.filter((file) -> !file.getFileName().toString().startsWith("."))
				.sorted()
				.toList();
		}
		for (Path file : come) {
			read(bank, directory, file);
		}
	}

	/**
	 * Another process may read the same file at the same time; the second changes
	 * nothing.
	 */
	private void read(String bank, Path directory, Path file) throws IOException {
		try {
			if (Files.size(file) > LARGEST) {
				throw new IOException(file + " is larger than " + LARGEST + " bytes");
			}
			byte[] bytes = Files.readAllBytes(file);
			String sha256 = sha256(bytes);
			String result;
			try {
				List<ReportedStatus> words = BankStatusReports.read(bytes);
				boolean fresh = this.files.receive(bank, sha256, file.getFileName().toString(), words);
				result = fresh ? "READ" : "READ_BEFORE";
				if (fresh) {
					this.enquiries.wake();
				}
			}
			catch (MalformedFileException ex) {
				logger.error("Bank {} sent {}, which is put to the rejected ones: {}", bank, file.getFileName(),
						ex.getMessage());
				result = "REJECTED";
			}
			Path done = Files
				.createDirectories(directory.resolve(result.equals("REJECTED") ? "rejected" : "processed"));
			Files.move(file, done.resolve(sha256.substring(0, 16) + "-" + file.getFileName()),
					StandardCopyOption.ATOMIC_MOVE);
			force(done);
			count(bank, result);
		}
		catch (NoSuchFileException ex) {
			logger.debug("{} was read by another process", file);
		}
	}

	private static void force(Path directory) throws IOException {
		try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
			channel.force(true);
		}
	}

	private void count(String bank, String result) {
		this.meters.counter("hundi.bank.files", "bank", bank, "result", result).increment();
	}

	private static String sha256(byte[] bytes) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
