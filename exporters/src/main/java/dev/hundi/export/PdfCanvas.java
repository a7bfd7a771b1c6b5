package dev.hundi.export;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.openpdf.text.pdf.ByteBuffer;
import org.openpdf.text.pdf.PdfContentByte;
import org.openpdf.text.pdf.PdfDictionary;
import org.openpdf.text.pdf.PdfGlyphArray;
import org.openpdf.text.pdf.PdfName;
import org.openpdf.text.pdf.PdfObject;
import org.openpdf.text.pdf.PdfString;
import org.openpdf.text.pdf.PdfWriter;

/**
 * Draws lines of text on a page. Plain text is written directly into the page content:
 * OpenPDF is asked once per document for the code of each character, which also registers
 * its glyph for embedding.
 */
final class PdfCanvas {

	private static final int HUNDREDTHS = 100;

	private static final byte[] SHOW = ")Tj\n".getBytes(StandardCharsets.US_ASCII);

	private final Map<PdfTypeface, byte[][]> codes = new EnumMap<>(PdfTypeface.class);

	/** Not part of the document. */
	private final PdfContentByte scratch;

	private PdfContentByte content;

	private byte[] bytes = new byte[64 * 1024];

	private int length;

	private @Nullable PdfTypeface typeface;

	private float size;

	private int x;

	private int y;

	PdfCanvas(PdfWriter writer) {
		this.scratch = new PdfContentByte(writer);
		this.content = this.scratch;
	}

	/** Starts the text of a page, or of a template shared by pages. */
	void start(PdfContentByte content) {
		this.content = content;
		content.beginText();
		this.typeface = null;
		this.x = 0;
		this.y = 0;
	}

	void end() {
		flush();
		this.content.endText();
	}

	/**
	 * Draws a line.
	 * @param typeface for plain text; shaped text has its own
	 * @param size in points
	 * @param left of the line, in points from the left edge of the page
	 * @param base in points from the lower edge of the page
	 */
	void show(PdfLine line, PdfTypeface typeface, float size, float left, float base) {
		switch (line) {
			case PdfLine.Plain plain -> {
				if (!plain.text().isEmpty()) {
					use(typeface, size);
					moveTo(left, base);
					show(plain.text(), typeface);
				}
			}
			case PdfLine.Shaped shaped -> show(shaped, size, left, base);
		}
	}

	private void show(String text, PdfTypeface typeface) {
		byte[][] known = this.codes.computeIfAbsent(typeface, (face) -> new byte[PdfText.PLAIN_LIMIT][]);
		int end = text.length();
		// An escaped code takes at most four bytes.
		reserve(4 * end + SHOW.length + 1);
		byte[] to = this.bytes;
		int at = this.length;
		to[at++] = '(';
		for (int i = 0; i < end; i++) {
			byte[] code = known[text.charAt(i)];
			if (code == null) {
				code = codeOf(text.charAt(i), typeface);
				known[text.charAt(i)] = code;
			}
			for (byte b : code) {
				to[at++] = b;
			}
		}
		System.arraycopy(SHOW, 0, to, at, SHOW.length);
		this.length = at + SHOW.length;
	}

	/**
	 * Makes OpenPDF show the character on the scratch content and takes the code between
	 * the parentheses.
	 */
	private byte[] codeOf(char c, PdfTypeface typeface) {
		ByteBuffer written = this.scratch.getInternalBuffer();
		this.scratch.setFontAndSize(typeface.embedded(), 1);
		int start = written.size();
		this.scratch.showText(String.valueOf(c));
		byte[] shown = Arrays.copyOfRange(written.getBuffer(), start, written.size());
		written.reset();
		int end = shown.length;
		while (shown[end - 1] != ')') {
			end--;
		}
		return Arrays.copyOfRange(shown, 1, end - 1);
	}

	private void show(PdfLine.Shaped line, float size, float left, float base) {
		flush();
		PdfDictionary properties = new PdfDictionary();
		properties.put(PdfName.ACTUALTEXT, new PdfString(line.text(), PdfObject.TEXT_UNICODE));
		this.content.beginMarkedContentSequence(PdfName.SPAN, properties, true);
		moveTo(left, base);
		for (PdfLine.Run run : line.runs()) {
			use(run.typeface(), size);
			flush();
			show(run, size);
		}
		this.content.endMarkedContentSequence();
	}

	private void show(PdfLine.Run run, float size) {
		PdfGlyphArray glyphs = new PdfGlyphArray();
		float rise = 0;
		for (int i = 0; i < run.glyphs().length; i++) {
			if (run.rises()[i] != rise) {
				this.content.showText(glyphs);
				glyphs.clear();
				rise = run.rises()[i];
				this.content.setTextRise(rise * size / PdfText.UNITS_PER_EM);
			}
			if (Math.abs(run.gaps()[i]) >= 1) {
				glyphs.add(-run.gaps()[i]);
			}
			glyphs.add(run.glyphs()[i]);
		}
		if (Math.abs(run.end()) >= 1) {
			glyphs.add(-run.end());
		}
		this.content.showText(glyphs);
		if (rise != 0) {
			this.content.setTextRise(0);
		}
	}

	private void use(PdfTypeface typeface, float size) {
		if (typeface != this.typeface || size != this.size) {
			flush();
			this.content.setFontAndSize(typeface.embedded(), size);
			this.typeface = typeface;
			this.size = size;
		}
	}

	private void moveTo(float left, float base) {
		int toX = Math.round(left * HUNDREDTHS);
		int toY = Math.round(base * HUNDREDTHS);
		reserve(32);
		append(toX - this.x);
		this.bytes[this.length++] = ' ';
		append(toY - this.y);
		this.bytes[this.length++] = ' ';
		this.bytes[this.length++] = 'T';
		this.bytes[this.length++] = 'd';
		this.bytes[this.length++] = '\n';
		this.x = toX;
		this.y = toY;
	}

	private void append(int hundredths) {
		int rest = hundredths;
		if (rest < 0) {
			this.bytes[this.length++] = '-';
			rest = -rest;
		}
		int unit = 1;
		while (rest / HUNDREDTHS / unit >= 10) {
			unit *= 10;
		}
		for (int whole = rest / HUNDREDTHS; unit > 0; unit /= 10) {
			this.bytes[this.length++] = (byte) ('0' + whole / unit % 10);
		}
		if (rest % HUNDREDTHS != 0) {
			this.bytes[this.length++] = '.';
			this.bytes[this.length++] = (byte) ('0' + rest / 10 % 10);
			this.bytes[this.length++] = (byte) ('0' + rest % 10);
		}
	}

	private void reserve(int more) {
		if (this.bytes.length - this.length < more) {
			flush();
			if (this.bytes.length < more) {
				this.bytes = new byte[more];
			}
		}
	}

	private void flush() {
		this.content.getInternalBuffer().append(this.bytes, 0, this.length);
		this.length = 0;
	}

}
