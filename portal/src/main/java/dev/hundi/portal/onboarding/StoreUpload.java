package dev.hundi.portal.onboarding;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import dev.hundi.onboarding.DocumentVault;
import dev.hundi.onboarding.OnboardingDocument.File;
import dev.hundi.onboarding.PageSize;
import dev.hundi.onboarding.ScanState;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.web.UploadedName;
import dev.hundi.secret.SecretPlace;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.io.InputStreamSource;
import org.springframework.stereotype.Component;

/**
 * Checks an upload, scans it, and stores it encrypted with pictures of its pages. One at
 * a time is opened, in a process of its own, which bounds the memory; businesses take
 * turns.
 */
@Component
public class StoreUpload {

	static final int MAX_BYTES = 10 * 1024 * 1024;

	private static final int MAX_NAME = 200;

	private static final Duration SCAN = Duration.ofSeconds(30);

	private static final Duration WAIT = Duration.ofSeconds(60);

	/**
	 * Rounds of the quarantine in which drawing may be interrupted or slow before the
	 * document is taken for the reason.
	 */
	private static final int MAX_INTERRUPTED = 5;

	private static final Logger logger = LoggerFactory.getLogger(StoreUpload.class);

	private final DocumentVault vault;

	private final @Nullable VirusScanner scanner;

	private final boolean allowUnscanned;

	private final UploadTurns turns = new UploadTurns();

	/** How often the drawing of a document in quarantine was not completed. */
	private final Map<String, Integer> interrupted = new ConcurrentHashMap<>();

	StoreUpload(DocumentVault vault, PortalAddress settings) {
		URI address = settings.virusScanner();
		this.vault = vault;
		this.scanner = (address != null) ? new VirusScanner(address, SCAN) : null;
		this.allowUnscanned = settings.allowUnscanned();
	}

	/**
	 * What was stored, without its row.
	 *
	 * @param sha256 of the file before encryption
	 * @param keyCiphertext the key of the content, see {@link DocumentVault}
	 * @param pages sizes of its pages; empty in quarantine
	 */
	@SuppressWarnings("ArrayRecordComponent")
	public record Stored(SecretPlace place, File file, byte[] sha256, byte[] keyCiphertext, ScanState scanState,
			List<PageSize> pages) {
	}

	/**
	 * Stores the files of a document, without its row.
	 * @param place of the row
	 * @param sizeBytes of the upload
	 * @throws UploadRefusedException if it is not taken; then nothing is stored
	 */
	public Stored store(SecretPlace place, @Nullable String name, long sizeBytes, InputStreamSource upload)
			throws UploadRefusedException {
		if (sizeBytes == 0) {
			throw new UploadRefusedException(UploadProblem.EMPTY);
		}
		if (sizeBytes > MAX_BYTES) {
			throw new UploadRefusedException(UploadProblem.TOO_LARGE);
		}
		begin(place);
		try {
			return store(place, name, read(upload));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("An upload could not be stored", ex);
		}
		finally {
			this.turns.end(place.ownerId());
		}
	}

	private static byte[] read(InputStreamSource upload) throws IOException {
		try (InputStream content = upload.getInputStream()) {
			return content.readAllBytes();
		}
	}

	/** Whether there is a virus scanner. */
	public boolean scans() {
		return this.scanner != null;
	}

	/**
	 * Scans a stored document and stores pictures of its pages.
	 * @param keyCiphertext as its row has it
	 * @return sizes of its pages
	 * @throws UploadRefusedException if it is not shown
	 * @throws IOException if the scanner does not answer, the disk fails, or drawing was
	 * interrupted or slow for one of the first times
	 */
	public List<PageSize> release(SecretPlace place, String mediaType, byte[] keyCiphertext)
			throws UploadRefusedException, IOException {
		VirusScanner used = Objects.requireNonNull(this.scanner);
		begin(place);
		try {
			DocumentVault.Content stored = this.vault.open(place, keyCiphertext);
			byte[] content;
			try (InputStream original = stored.readOriginal()
				.orElseThrow(() -> new FileNotFoundException("The file store does not have it"))) {
				content = original.readAllBytes();
			}
			if (!used.isClean(content)) {
				throw new UploadRefusedException(UploadProblem.INFECTED);
			}
			List<PageSize> pages = RenderApart.render(MediaTypes.named(mediaType).orElseThrow(), content,
					(page, size, png) -> stored.writePage(page, new ByteArrayInputStream(png)));
			this.interrupted.remove(place.id());
			return pages;
		}
		catch (UploadRefusedException ex) {
			if (ex.problem().canPass() && this.interrupted.merge(place.id(), 1, Integer::sum) < MAX_INTERRUPTED) {
				throw new IOException("Drawing was not completed: " + ex.problem(), ex);
			}
			this.interrupted.remove(place.id());
			throw ex;
		}
		finally {
			this.turns.end(place.ownerId());
		}
	}

	/** Deletes the files of a document that got no row, or whose row is erased. */
	public void discard(SecretPlace place) {
		this.vault.delete(place.type(), place.id(), RenderPages.MAX_PAGES);
	}

	/** Uploads that wait for others. */
	int waiting() {
		return this.turns.waiting();
	}

	private void begin(SecretPlace place) throws UploadRefusedException {
		try {
			if (!this.turns.begin(place.ownerId(), WAIT)) {
				throw new UploadRefusedException(UploadProblem.BUSY);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new UploadRefusedException(UploadProblem.BUSY);
		}
	}

	private Stored store(SecretPlace place, @Nullable String name, byte[] content)
			throws UploadRefusedException, IOException {
		MediaTypes type = MediaTypes.of(content).orElseThrow(() -> new UploadRefusedException(UploadProblem.TYPE));
		ScanState state = scan(content);
		DocumentVault.Content stored = this.vault.create(place);
		boolean complete = false;
		try {
			List<PageSize> pages = state.isShown() ? RenderApart.render(type, content,
					(page, size, png) -> stored.writePage(page, new ByteArrayInputStream(png))) : List.of();
			byte[] sha256 = stored.writeOriginal(new ByteArrayInputStream(content));
			complete = true;
			return new Stored(place, new File(fileName(name), type.mediaType(), content.length), sha256,
					stored.keyCiphertext(), state, pages);
		}
		finally {
			if (!complete) {
				discard(place);
			}
		}
	}

	private ScanState scan(byte[] content) throws UploadRefusedException {
		if (this.scanner == null) {
			return this.allowUnscanned ? ScanState.NOT_SCANNED : ScanState.QUARANTINED;
		}
		try {
			if (this.scanner.isClean(content)) {
				return ScanState.CLEAN;
			}
		}
		catch (IOException ex) {
			logger.error("An upload stays in quarantine: {}", ex.getMessage());
			return ScanState.QUARANTINED;
		}
		throw new UploadRefusedException(UploadProblem.INFECTED);
	}

	private static String fileName(@Nullable String name) {
		String plain = UploadedName.of(name);
		return plain.isEmpty() ? "-" : plain.substring(Math.max(0, plain.length() - MAX_NAME));
	}

}
