package dev.hundi.sandbox.bank.file;

import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import dev.hundi.digest.Sha256;
import dev.hundi.sandbox.bank.ledger.Bank;
import dev.hundi.sandbox.bank.ledger.ChangePoll;
import dev.hundi.sandbox.bank.ledger.DayStatement;
import dev.hundi.sandbox.bank.ledger.TransferOrder;
import dev.hundi.sandbox.bank.ledger.TransferRail;
import dev.hundi.sandbox.bank.ledger.UnreportedTransfer;
import dev.hundi.sandbox.bank.statement.StatementForm;
import dev.hundi.sandbox.bank.statement.StatementWriter;
import dev.hundi.signature.FileTrust;
import dev.hundi.signature.Signatures;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * File exchange with a client. The client writes pain.001 files to {@code out}; the bank
 * moves them to {@code taken}, executes their orders and reports every status change in
 * {@code in}. Account statements go to {@code statements}. What was reported is recorded
 * durably, so a restarted bank continues.
 */
public final class DropDirectory implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(DropDirectory.class);

	/** Days end by time. */
	private static final Duration readAtLeastEvery = Duration.ofSeconds(2);

	private static final String pain001 = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.";

	private final Bank bank;

	private final Path directory;

	private final CountDownLatch closing = new CountDownLatch(1);

	private final Thread thread;

	private final StatementForm form;

	private final @Nullable Signatures signatures;

	private DropDirectory(Bank bank, Path directory, StatementForm form, @Nullable Signatures signatures) {
		this.signatures = signatures;
		this.bank = bank;
		this.form = form;
		this.directory = directory;
		this.thread = Thread.ofPlatform().name("drop-directory").daemon().unstarted(this::run);
	}

	/**
	 * Starts the exchange.
	 * @param signatures sign the files of the bank; null for none
	 */
	public static DropDirectory open(Bank bank, Path directory, StatementForm form, @Nullable Signatures signatures) {
		DropDirectory drop = new DropDirectory(bank, directory, form, signatures);
		drop.thread.start();
		return drop;
	}

	@Override
	public void close() {
		this.closing.countDown();
		try {
			this.thread.join(5_000);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void run() {
		ChangePoll poll = ChangePoll.of(this.bank, readAtLeastEvery);
		long exchangedMs = -1;
		try {
			while (!this.closing.await(250, TimeUnit.MILLISECONDS)) {
				if (this.bank.behaviour().outage()) {
					// What is due waits for the first round after the outage.
					continue;
				}
				long changedMs = this.directory.resolve("out").toFile().lastModified();
				if (poll.isDue() || changedMs != exchangedMs) {
					exchangedMs = changedMs;
					exchange();
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void exchange() throws InterruptedException {
		try {
			take();
			send();
			this.bank.stateEndedDays();
			writeStatements();
		}
		catch (IOException | RuntimeException ex) {
			logger.warn("File exchange failed and will be retried", ex);
		}
	}

	private void take() throws IOException, InterruptedException {
		Path out = Files.createDirectories(this.directory.resolve("out"));
		Path taken = Files.createDirectories(this.directory.resolve("taken"));
		List<Path> files;
		try (Stream<Path> entries = Files.list(out)) {
			files = entries.filter((file) -> file.getFileName().toString().matches("[^.].*\\.xml")).sorted().toList();
		}
		for (Path file : files) {
			for (TransferOrder order : validOrders(file)) {
				accept(order, file);
			}
			Files.move(file, taken.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
		}
	}

	private void accept(TransferOrder order, Path file) throws InterruptedException {
		try {
			this.bank.acceptFromFile(order);
		}
		catch (IllegalArgumentException ex) {
			logger.warn("{} of {} is not executed", order.reference(), file, ex);
		}
	}

	/** None, if one is invalid: later files must not wait for this one. */
	private static List<TransferOrder> validOrders(Path file) throws IOException {
		byte[] content = Files.readAllBytes(file);
		try {
			return read(content);
		}
		catch (SAXException | IOException | RuntimeException ex) {
			logger.warn("{} is not a valid pain.001 file; none of its orders is executed", file, ex);
			return List.of();
		}
	}

	/** Reads all orders of a file, or fails if one is invalid. */
	static List<TransferOrder> read(byte[] file) throws SAXException, IOException {
		Element document = parse(file);
		if (!String.valueOf(document.getNamespaceURI()).startsWith(pain001)) {
			throw new IllegalArgumentException("Not a pain.001 file: " + document.getNamespaceURI());
		}
		List<TransferOrder> orders = new ArrayList<>();
		for (Element instruction : all(document, "PmtInf")) {
			String rail = text(instruction, "SvcLvl", "Prtry");
			for (Element transfer : all(instruction, "CdtTrfTxInf")) {
				Element amount = all(transfer, "InstdAmt").getFirst();
				if (!amount.getAttribute("Ccy").equals("INR")) {
					throw new IllegalArgumentException("The currency must be INR");
				}
				orders.add(new TransferOrder(text(transfer, "EndToEndId"), TransferRail.valueOf(rail),
						new BigDecimal(amount.getTextContent().strip()).movePointRight(2).longValueExact(),
						text(transfer, "Cdtr", "Nm"), text(transfer, "CdtrAcct", "Id", "Othr", "Id"),
						text(transfer, "CdtrAgt", "MmbId"), null, text(transfer, "Ustrd")));
			}
		}
		return orders;
	}

	private void send() throws IOException, InterruptedException {
		List<UnreportedTransfer> unreported = this.bank.unreportedTransfers(500);
		if (unreported.isEmpty()) {
			return;
		}
		Path in = Files.createDirectories(this.directory.resolve("in"));
		String id = "SB" + System.currentTimeMillis();
		List<UnreportedTransfer> reported = unreported.stream().filter((payment) -> !payment.isBooked()).toList();
		List<UnreportedTransfer> booked = unreported.stream().filter(UnreportedTransfer::isBooked).toList();
		if (!reported.isEmpty()) {
			write(in, id + "-pain002.xml", FileAnswers.statusReport(id + "S", reported));
		}
		if (!booked.isEmpty()) {
			write(in, id + "-camt054.xml", FileAnswers.notification(id + "N", booked));
		}
		this.bank.recordReported(unreported);
	}

	private void writeStatements() throws IOException, InterruptedException {
		for (DayStatement statement : this.bank.statements(null, true)) {
			Path statements = Files.createDirectories(this.directory.resolve("statements"));
			String name = this.form.fileName(statement);
			Path part = statements.resolve("." + name + ".part");
			try (BufferedWriter out = Files.newBufferedWriter(part)) {
				StatementWriter.write(this.bank, statement, this.form, out);
			}
			publish(part, statements.resolve(name));
			this.bank.recordReported(statement);
		}
	}

	private void write(Path in, String name, byte[] content) throws IOException {
		publish(Files.write(in.resolve("." + name + ".part"), content), in.resolve(name));
	}

	/** The signature is there before the file, which the client may read at once. */
	private void publish(Path part, Path file) throws IOException {
		if (this.signatures != null) {
			MessageDigest digest = Sha256.newDigest();
			try (InputStream in = Files.newInputStream(part);
					OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
				in.transferTo(out);
			}
			FileTrust.sign(this.signatures, file, file.getFileName().toString(), digest.digest());
		}
		Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
	}

	private static Element parse(byte[] file) throws SAXException, IOException {
		try {
			DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
			factory.setNamespaceAware(true);
			factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
			factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
			return factory.newDocumentBuilder().parse(new ByteArrayInputStream(file)).getDocumentElement();
		}
		catch (ParserConfigurationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static List<Element> all(Element from, String name) {
		NodeList nodes = from.getElementsByTagNameNS("*", name);
		List<Element> elements = new ArrayList<>(nodes.getLength());
		for (int i = 0; i < nodes.getLength(); i++) {
			elements.add((Element) nodes.item(i));
		}
		return elements;
	}

	/** The text at a path of descendants. */
	private static String text(Element from, String... path) {
		Element found = from;
		for (String name : path) {
			List<Element> next = all(found, name);
			if (next.isEmpty()) {
				throw new IllegalArgumentException("There is no " + name);
			}
			found = next.getFirst();
		}
		return found.getTextContent().strip();
	}

}
