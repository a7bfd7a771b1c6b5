package dev.hundi.portal.testing;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

import javax.imageio.ImageIO;

import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionJavaScript;

/** Files to upload: good ones, and such that attack. */
public final class Uploads {

	/**
	 * The test file that every virus scanner finds, in two parts so that none finds it
	 * here.
	 */
	public static final byte[] EICAR = ("X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-" + "ANTIVIRUS-TEST-FILE!$H+H*")
		.getBytes(StandardCharsets.US_ASCII);

	private static final PDRectangle SMALL = new PDRectangle(400, 100);

	private Uploads() {
	}

	/**
	 * A PDF with a line of text on each page. The pages are small, because the portal
	 * draws most uploads of tests, and a sheet takes many times as long.
	 */
	public static byte[] pdf(String text, int pages) {
		return pdf(text, pages, SMALL, (document) -> {
		});
	}

	/** A PDF with a line of text on each sheet of paper. */
	public static byte[] sheets(String text, int pages) {
		return pdf(text, pages, PDRectangle.LETTER, (document) -> {
		});
	}

	public static byte[] pdfWithPassword(String text) {
		return pdf(text, 1, PDRectangle.LETTER, (document) -> document
			.protect(new StandardProtectionPolicy("owner", "secret", new AccessPermission())));
	}

	public static byte[] pdfWithScript(String text) {
		return pdf(text, 1, PDRectangle.LETTER, (document) -> document.getDocumentCatalog()
			.setOpenAction(new PDActionJavaScript("app.alert('hello')")));
	}

	/** A picture of a document. */
	public static byte[] picture(String format, String text) {
		BufferedImage image = new BufferedImage(600, 800, BufferedImage.TYPE_INT_RGB);
		Graphics2D graphics = image.createGraphics();
		graphics.setColor(Color.WHITE);
		graphics.fillRect(0, 0, 600, 800);
		graphics.setColor(Color.BLACK);
		graphics.drawString(text, 60, 100);
		graphics.dispose();
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		try {
			ImageIO.write(image, format, out);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return out.toByteArray();
	}

	/**
	 * The first bytes of a PNG of a size. Decoding it would need memory for all pixels.
	 */
	public static byte[] hugePng(int width, int height) {
		ByteBuffer header = ByteBuffer.allocate(17)
			.put("IHDR".getBytes(StandardCharsets.US_ASCII))
			.putInt(width)
			.putInt(height)
			.put(new byte[] { 8, 2, 0, 0, 0 });
		CRC32 sum = new CRC32();
		sum.update(header.array());
		return ByteBuffer.allocate(33)
			.putLong(0x89504e470d0a1a0aL)
			.putInt(13)
			.put(header.array())
			.putInt((int) sum.getValue())
			.array();
	}

	/** A PDF with one page that draws what is given. */
	public static byte[] pdfWithContent(String operators) {
		return pdf("", 1, PDRectangle.LETTER,
				(document) -> document.getPage(0)
					.setContents(new PDStream(document,
							new ByteArrayInputStream(operators.getBytes(StandardCharsets.US_ASCII)),
							COSName.FLATE_DECODE)));
	}

	/**
	 * A PDF with one page of megabytes of blanks, in some kilobytes. PDFBox inflates it
	 * in memory, because its filters are a list.
	 */
	public static byte[] pdfThatInflates(int megabytes) {
		return pdf("", 1, PDRectangle.LETTER, (document) -> {
			COSStream content = document.getDocument().createCOSStream();
			byte[] blanks = " ".repeat(1024 * 1024).getBytes(StandardCharsets.US_ASCII);
			try (OutputStream out = new DeflaterOutputStream(content.createRawOutputStream())) {
				for (int i = 0; i < megabytes; i++) {
					out.write(blanks);
				}
			}
			COSArray filters = new COSArray();
			filters.add(COSName.FLATE_DECODE);
			content.setItem(COSName.FILTER, filters);
			document.getPage(0).setContents(new PDStream(content));
		});
	}

	/** A PDF whose page contains an image mask of a size, with one byte of pixels. */
	public static byte[] pdfWithMask(int width, int height) {
		return pdfWithContent(
				"q 100 0 0 100 100 100 cm BI /W %d /H %d /BPC 1 /IM true ID 0 EI Q".formatted(width, height));
	}

	private static byte[] pdf(String text, int pages, PDRectangle size, Change change) {
		try (PDDocument document = new PDDocument()) {
			for (int i = 1; i <= pages; i++) {
				PDPage page = new PDPage(size);
				document.addPage(page);
				try (PDPageContentStream content = new PDPageContentStream(document, page)) {
					content.beginText();
					content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 24);
					content.newLineAtOffset(20, size.getHeight() / 2);
					content.showText(text + " " + i);
					content.endText();
				}
			}
			change.accept(document);
			ByteArrayOutputStream out = new ByteArrayOutputStream();
			document.save(out);
			return out.toByteArray();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private interface Change {

		void accept(PDDocument document) throws IOException;

	}

}
