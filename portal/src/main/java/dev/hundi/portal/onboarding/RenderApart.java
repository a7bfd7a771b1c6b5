package dev.hundi.portal.onboarding;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.hundi.onboarding.PageSize;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renders a document in a Java process of its own. A few kilobytes can need any amount of
 * memory, in more ways than can be looked for before PDFBox opens the file; then that
 * process ends and not the portal.
 */
final class RenderApart {

	/**
	 * Enough for the pictures that {@link RenderPages} admits. The portal's container has
	 * room for it.
	 */
	static final String MEMORY = "-Xmx320m";

	/** A little more than drawing may take, for the start of the process. */
	private static final Duration LIMIT = RenderPages.DOCUMENT_LIMIT.plusSeconds(15);

	/** More than the largest page without any compression. */
	private static final int MAX_PICTURE_BYTES = 16 * 1024 * 1024;

	private static final Duration END = Duration.ofSeconds(5);

	private static final int SIGNALS = 128;

	private static final Logger logger = LoggerFactory.getLogger(RenderApart.class);

	private RenderApart() {
	}

	/**
	 * Renders all pages.
	 * @return their sizes
	 * @throws UploadRefusedException if the document is one that is not shown
	 * @throws IOException if the process cannot be started or a picture cannot be stored
	 */
	static List<PageSize> render(MediaTypes type, byte[] content, RenderPages.PageSink sink)
			throws UploadRefusedException, IOException {
		Process process = start(type);
		Deadline deadline = new Deadline(process);
		Thread.ofVirtual().name("deadline-of-drawing").start(deadline);
		boolean ready = false;
		try (DataInputStream drawn = new DataInputStream(process.getInputStream());
				DataOutputStream document = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()))) {
			ready = drawn.read() == RenderingProcess.READY;
			document.writeInt(content.length);
			document.write(content);
			document.flush();
			return receive(drawn, sink);
		}
		catch (RenderPages.PageSink.StoreFailedException ex) {
			throw ex.cause();
		}
		catch (IOException ex) {
			throw ended(ex, process, ready, deadline.isOver());
		}
		finally {
			end(process);
		}
	}

	/**
	 * Without the portal's environment, which names its secrets and the options of its
	 * own memory.
	 */
	private static Process start(MediaTypes type) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				MEMORY, "-XX:MaxMetaspaceSize=96m", "-XX:ReservedCodeCacheSize=32m", "-XX:+ExitOnOutOfMemoryError",
				"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:ActiveProcessorCount=1", "-XX:-UsePerfData",
				"-XX:+DisplayVMOutputToStderr", "-Djava.awt.headless=true", "-Duser.timezone=UTC",
				// Logging would write to the stream of the pictures, as would the virtual
				// machine.
				"-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider", "-cp",
				System.getProperty("java.class.path"), RenderingProcess.class.getName(), type.name());
		builder.environment().clear();
		return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
	}

	private static List<PageSize> receive(DataInputStream drawn, RenderPages.PageSink sink)
			throws UploadRefusedException, IOException {
		List<PageSize> sizes = new ArrayList<>();
		while (true) {
			int next = drawn.readUnsignedByte();
			switch (next) {
				case RenderingProcess.PAGE -> store(sizes.size() + 1, drawn, sizes, sink);
				case RenderingProcess.DONE -> {
					return List.copyOf(sizes);
				}
				case RenderingProcess.REFUSED -> throw new UploadRefusedException(problem(drawn.readUTF()));
				default -> throw new IOException("The process that draws wrote " + next);
			}
		}
	}

	private static void store(int page, DataInputStream drawn, List<PageSize> sizes, RenderPages.PageSink sink)
			throws IOException {
		PageSize size = new PageSize(drawn.readInt(), drawn.readInt());
		int length = drawn.readInt();
		if (page > RenderPages.MAX_PAGES || length <= 0 || length > MAX_PICTURE_BYTES) {
			throw new IOException("The process that draws wrote a page of " + length + " bytes");
		}
		byte[] png = drawn.readNBytes(length);
		if (png.length < length) {
			throw new IOException("The process that draws wrote a part of a page");
		}
		try {
			sink.store(page, size, png);
		}
		catch (IOException ex) {
			throw new RenderPages.PageSink.StoreFailedException(ex);
		}
		sizes.add(size);
	}

	private static UploadProblem problem(String name) throws IOException {
		try {
			return UploadProblem.valueOf(name);
		}
		catch (IllegalArgumentException ex) {
			throw new IOException("The process that draws wrote an unknown problem", ex);
		}
	}

	/** Once it was ready, the document is what ended it, unless a signal did. */
	private static UploadRefusedException ended(IOException cause, Process process, boolean ready, boolean late)
			throws IOException {
		int code = end(process);
		if (!ready) {
			throw new IOException("The process that draws documents did not start (exit code %d)".formatted(code),
					cause);
		}
		UploadProblem problem = late ? UploadProblem.SLOW
				: isSignal(code) ? UploadProblem.INTERRUPTED : UploadProblem.UNREADABLE;
		logger.warn("The process that drew a document ended, {} (exit code {}): {}", problem, code, cause.toString());
		UploadRefusedException refused = new UploadRefusedException(problem);
		refused.initCause(cause);
		return refused;
	}

	/** 128 and the number of the signal; -1 if it has not ended. */
	private static boolean isSignal(int code) {
		return code < 0 || code > SIGNALS;
	}

	/**
	 * Waits for the end, because the next one needs the memory.
	 * @return its exit code; -1 if the kernel has not ended it yet
	 */
	private static int end(Process process) {
		process.destroyForcibly().onExit().completeOnTimeout(process, END.toMillis(), TimeUnit.MILLISECONDS).join();
		return process.isAlive() ? -1 : process.exitValue();
	}

	/** Ends the process when its time is over. */
	private static final class Deadline implements Runnable {

		private final Process process;

		private volatile boolean over;

		Deadline(Process process) {
			this.process = process;
		}

		boolean isOver() {
			return this.over;
		}

		@Override
		public void run() {
			try {
				if (!this.process.waitFor(LIMIT)) {
					this.over = true;
					this.process.destroyForcibly();
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				this.process.destroyForcibly();
			}
		}

	}

}
