package dev.hundi.portal.onboarding;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

import dev.hundi.onboarding.PageSize;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;

/**
 * Renders documents to pictures of their pages, in the process of {@link RenderApart}.
 * Pictures of too many pixels are refused before they are decoded; a document that needs
 * too much memory in another way ends that process.
 */
final class RenderPages {

	static final int MAX_PAGES = 50;

	/** Of the largest phone cameras; a picture of 10,000 × 10,000 has twice as many. */
	static final long MAX_PIXELS = 50_000_000;

	/** For drawing one page of a PDF. */
	static final Duration PAGE_LIMIT = Duration.ofSeconds(10);

	/** For all pages of a PDF; half of the time that an upload waits for another. */
	static final Duration DOCUMENT_LIMIT = Duration.ofSeconds(30);

	private static final int MAX_SIDE = 10_000;

	/** The longer side of a page's picture: A4 at 150 dots per inch. */
	private static final int SIDE = 1754;

	private static final int POINTS_PER_INCH = 72;

	private static final float MAX_DPI = 200;

	private RenderPages() {
	}

	/**
	 * Renders all pages.
	 * @return their sizes
	 * @throws UploadRefusedException if the document is one that is not shown
	 * @throws IOException if a picture cannot be stored
	 */
	static List<PageSize> render(MediaTypes type, byte[] content, PageSink sink)
			throws UploadRefusedException, IOException {
		return render(type, content, new DrawingTime(PAGE_LIMIT, DOCUMENT_LIMIT, System::nanoTime), sink);
	}

	static List<PageSize> render(MediaTypes type, byte[] content, DrawingTime time, PageSink sink)
			throws UploadRefusedException, IOException {
		try {
			return switch (type) {
				case PDF -> pdf(content, time, sink);
				case JPEG, PNG -> List.of(store(picture(type, content), 1, sink));
			};
		}
		catch (DrawingTime.TooSlowException ex) {
			throw new UploadRefusedException(UploadProblem.SLOW);
		}
		catch (StackOverflowError | RuntimeException ex) {
			// Libraries throw anything at files that are made to break them.
			throw unreadable(ex);
		}
	}

	private static BufferedImage picture(MediaTypes type, byte[] content) throws UploadRefusedException {
		Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName(type.name().toLowerCase(Locale.ROOT));
		ImageReader reader = readers.next();
		try (ImageInputStream input = new MemoryCacheImageInputStream(new ByteArrayInputStream(content))) {
			reader.setInput(input, true, true);
			int width = reader.getWidth(0);
			int height = reader.getHeight(0);
			refuseManyPixels(width, height);
			ImageReadParam subsampled = reader.getDefaultReadParam();
			int step = Math.max(1, Math.max(width, height) / (2 * SIDE));
			subsampled.setSourceSubsampling(step, step, 0, 0);
			return scaled(reader.read(0, subsampled));
		}
		catch (IOException ex) {
			throw unreadable(ex);
		}
		finally {
			reader.dispose();
		}
	}

	private static List<PageSize> pdf(byte[] content, DrawingTime time, PageSink sink)
			throws UploadRefusedException, IOException {
		try (PDDocument document = Loader.loadPDF(new RandomAccessReadBuffer(content), "", null, null,
				IOUtils.createMemoryOnlyStreamCache())) {
			PdfRules.check(document);
			int count = document.getNumberOfPages();
			if (count == 0) {
				throw new UploadRefusedException(UploadProblem.UNREADABLE);
			}
			if (count > MAX_PAGES) {
				throw new UploadRefusedException(UploadProblem.PAGES);
			}
			PDFRenderer renderer = new LimitedRenderer(document, time);
			renderer.setSubsamplingAllowed(true);
			List<PageSize> sizes = new ArrayList<>();
			for (int i = 0; i < count; i++) {
				sizes.add(store(page(document.getPage(i), i, renderer), i + 1, sink));
			}
			return sizes;
		}
		catch (InvalidPasswordException ex) {
			throw new UploadRefusedException(UploadProblem.PASSWORD);
		}
		catch (PageSink.StoreFailedException ex) {
			throw ex.cause();
		}
		catch (IOException ex) {
			throw unreadable(ex);
		}
	}

	private static BufferedImage page(PDPage page, int index, PDFRenderer renderer)
			throws IOException, UploadRefusedException {
		PDRectangle box = page.getCropBox();
		float longer = Math.max(box.getWidth(), box.getHeight());
		if (!(Math.min(box.getWidth(), box.getHeight()) >= 1) || !Float.isFinite(longer)) {
			throw new UploadRefusedException(UploadProblem.UNREADABLE);
		}
		float scale = Math.min(SIDE / longer, MAX_DPI / POINTS_PER_INCH);
		return renderer.renderImage(index, scale, ImageType.RGB);
	}

	/** Within {@link #SIDE}, on white, because some pictures are transparent. */
	private static BufferedImage scaled(BufferedImage image) {
		double scale = Math.min(1, (double) SIDE / Math.max(image.getWidth(), image.getHeight()));
		int width = Math.max(1, (int) Math.round(image.getWidth() * scale));
		int height = Math.max(1, (int) Math.round(image.getHeight() * scale));
		BufferedImage page = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
		Graphics2D graphics = page.createGraphics();
		graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
		graphics.setColor(Color.WHITE);
		graphics.fillRect(0, 0, width, height);
		graphics.drawImage(image, 0, 0, width, height, null);
		graphics.dispose();
		return page;
	}

	private static PageSize store(BufferedImage page, int number, PageSink sink) throws IOException {
		ByteArrayOutputStream png = new ByteArrayOutputStream();
		ImageIO.write(page, "png", png);
		PageSize size = new PageSize(page.getWidth(), page.getHeight());
		try {
			sink.store(number, size, png.toByteArray());
		}
		catch (IOException ex) {
			throw new PageSink.StoreFailedException(ex);
		}
		return size;
	}

	static void refuseManyPixels(long width, long height) throws UploadRefusedException {
		if (width >= MAX_SIDE || height >= MAX_SIDE || width * height > MAX_PIXELS) {
			throw new UploadRefusedException(UploadProblem.PIXELS);
		}
	}

	private static UploadRefusedException unreadable(Throwable cause) {
		UploadRefusedException refused = new UploadRefusedException(UploadProblem.UNREADABLE);
		refused.initCause(cause);
		return refused;
	}

	/** Takes the pictures. */
	interface PageSink {

		void store(int page, PageSize size, byte[] png) throws IOException;

		/** The sink failed, not the document. */
		final class StoreFailedException extends IOException {

			@Serial
			private static final long serialVersionUID = 1L;

			private final IOException cause;

			StoreFailedException(IOException cause) {
				super(cause);
				this.cause = cause;
			}

			IOException cause() {
				return this.cause;
			}

		}

	}

}
