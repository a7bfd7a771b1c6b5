package dev.hundi.portal.onboarding;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.imageio.ImageIO;

/**
 * The process that {@link RenderApart} starts. Its input is the length of the document
 * and the document; its output is {@link #READY} and then pages until {@link #DONE} or
 * {@link #REFUSED}.
 */
final class RenderingProcess {

	static final int READY = 1;

	/** Width, height, length of the PNG, and the PNG follow. */
	static final int PAGE = 2;

	static final int DONE = 3;

	/** The name of an {@link UploadProblem} follows. */
	static final int REFUSED = 4;

	private RenderingProcess() {
	}

	static void main(String[] args) throws IOException {
		beTheFirstThatTheKernelEnds();
		// They would write to the temporary directory.
		ImageIO.setUseCache(false);
		try (DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
				DataOutputStream out = new DataOutputStream(
						new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)))) {
			out.write(READY);
			out.flush();
			byte[] content = in.readNBytes(in.readInt());
			Thread.ofPlatform().daemon().start(() -> endWithTheParent(in));
			render(MediaTypes.valueOf(args[0]), content, out);
			out.flush();
		}
	}

	private static void render(MediaTypes type, byte[] content, DataOutputStream out) throws IOException {
		try {
			RenderPages.render(type, content, (page, size, png) -> {
				out.write(PAGE);
				out.writeInt(size.width());
				out.writeInt(size.height());
				out.writeInt(png.length);
				out.write(png);
				out.flush();
			});
			out.write(DONE);
		}
		catch (UploadRefusedException ex) {
			out.write(REFUSED);
			out.writeUTF(ex.problem().name());
		}
	}

	/**
	 * Memory outside the heap also counts for the container. Without this, the kernel
	 * would end the process that uses most, which is the portal.
	 */
	private static void beTheFirstThatTheKernelEnds() {
		try {
			Files.writeString(Path.of("/proc/self/oom_score_adj"), "1000");
		}
		catch (IOException ex) {
			// Systems other than Linux have no such file, and no limit either.
		}
	}

	/** The parent keeps the stream open as long as it wants the pages. */
	private static void endWithTheParent(InputStream in) {
		try {
			in.skipNBytes(Long.MAX_VALUE);
		}
		catch (IOException ex) {
			// The end of the stream: the parent has closed it or is gone.
		}
		Runtime.getRuntime().halt(1);
	}

}
