package dev.hundi.cli;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

import org.jspecify.annotations.Nullable;

/**
 * Writes a body to a file. A file that cannot be written, for example on a full disk, is
 * a {@link FileSystemException}: it is not the fault of the sender.
 */
final class FileBody implements BodySubscriber<byte[]>, AutoCloseable {

	private final Path file;

	private final Runnable progress;

	private final FileChannel channel;

	private final CompletableFuture<byte[]> written = new CompletableFuture<>();

	private Flow.@Nullable Subscription subscription;

	/**
	 * A body for an existing file.
	 * @param progress is run for each part that arrives
	 */
	FileBody(Path file, Runnable progress) throws IOException {
		this.file = file;
		this.progress = progress;
		this.channel = FileChannel.open(file, StandardOpenOption.WRITE);
	}

	/** The body without bytes, once all of them are in the file. */
	@Override
	public CompletionStage<byte[]> getBody() {
		return this.written;
	}

	@Override
	public void onSubscribe(Flow.Subscription begun) {
		this.subscription = begun;
		begun.request(1);
	}

	@Override
	public void onNext(List<ByteBuffer> parts) {
		this.progress.run();
		Flow.Subscription begun = Objects.requireNonNull(this.subscription);
		try {
			for (ByteBuffer part : parts) {
				while (part.hasRemaining()) {
					this.channel.write(part);
				}
			}
			begun.request(1);
		}
		catch (IOException ex) {
			begun.cancel();
			end(notWritten(ex));
		}
	}

	@Override
	public void onError(Throwable failure) {
		end(failure);
	}

	@Override
	public void onComplete() {
		try {
			this.channel.close();
			this.written.complete(new byte[0]);
		}
		catch (IOException ex) {
			this.written.completeExceptionally(notWritten(ex));
		}
	}

	private void end(Throwable failure) {
		try {
			this.channel.close();
		}
		catch (IOException ex) {
			failure.addSuppressed(ex);
		}
		this.written.completeExceptionally(failure);
	}

	/** Releases the file, also if nothing arrived. */
	@Override
	public void close() throws IOException {
		this.channel.close();
	}

	private FileSystemException notWritten(IOException cause) {
		FileSystemException failure = new FileSystemException(this.file.toString(), null, cause.getMessage());
		failure.initCause(cause);
		return failure;
	}

}
