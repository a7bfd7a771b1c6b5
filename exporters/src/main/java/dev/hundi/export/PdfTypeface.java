package dev.hundi.export;

import java.awt.Font;
import java.awt.FontFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.openpdf.text.pdf.BaseFont;

/**
 * The typefaces of a page: one for Latin, Greek and Cyrillic, and one for each script of
 * Indian names; two more for what these lack. Each is loaded on first use and shared by
 * all documents.
 */
enum PdfTypeface {

	LATIN("NotoSans-Regular", UnicodeScript.LATIN),

	BOLD("NotoSans-Bold", null),

	DEVANAGARI("NotoSansDevanagari-Regular", UnicodeScript.DEVANAGARI),

	BENGALI("NotoSansBengali-Regular", UnicodeScript.BENGALI),

	GUJARATI("NotoSansGujarati-Regular", UnicodeScript.GUJARATI),

	GURMUKHI("NotoSansGurmukhi-Regular", UnicodeScript.GURMUKHI),

	KANNADA("NotoSansKannada-Regular", UnicodeScript.KANNADA),

	MALAYALAM("NotoSansMalayalam-Regular", UnicodeScript.MALAYALAM),

	MEETEI_MAYEK("NotoSansMeeteiMayek-Regular", UnicodeScript.MEETEI_MAYEK),

	OL_CHIKI("NotoSansOlChiki-Regular", UnicodeScript.OL_CHIKI),

	ORIYA("NotoSansOriya-Regular", UnicodeScript.ORIYA),

	TAMIL("NotoSansTamil-Regular", UnicodeScript.TAMIL),

	TELUGU("NotoSansTelugu-Regular", UnicodeScript.TELUGU),

	ARABIC("NotoSansArabic-Regular", UnicodeScript.ARABIC),

	/** Full-width letters, kana and common Han characters. */
	FULL_WIDTH("DroidSansFallback-Common", null),

	/** Emoji, arrows and signs. */
	EMOJI("Symbola-Emoji", null);

	private static final Map<UnicodeScript, PdfTypeface> BY_SCRIPT = new EnumMap<>(UnicodeScript.class);
	static {
		for (PdfTypeface typeface : values()) {
			if (typeface.script != null) {
				BY_SCRIPT.put(typeface.script, typeface);
			}
		}
	}

	private final String file;

	private final @Nullable UnicodeScript script;

	private volatile @Nullable BaseFont embedded;

	private volatile @Nullable Font shaping;

	PdfTypeface(String name, @Nullable UnicodeScript script) {
		this.file = name + ".ttf";
		this.script = script;
	}

	/** The typeface of a script, or Latin if it has none. */
	static PdfTypeface of(UnicodeScript script) {
		return BY_SCRIPT.getOrDefault(script, LATIN);
	}

	/** The typeface of a character: that of its script, or another that has it. */
	static PdfTypeface of(int codePoint) {
		PdfTypeface own = of(UnicodeScript.of(codePoint));
		if (own.has(codePoint)) {
			return own;
		}
		return FULL_WIDTH.has(codePoint) ? FULL_WIDTH : (EMOJI.has(codePoint) ? EMOJI : own);
	}

	/** The font to embed, as a subset of the used glyphs. */
	BaseFont embedded() {
		BaseFont font = this.embedded;
		if (font == null) {
			synchronized (this) {
				font = this.embedded;
				if (font == null) {
					font = createEmbedded();
					this.embedded = font;
				}
			}
		}
		return font;
	}

	/** The font for layout by Java, in the units of a PDF. */
	Font shaping() {
		Font font = this.shaping;
		if (font == null) {
			synchronized (this) {
				font = this.shaping;
				if (font == null) {
					font = createShaping();
					this.shaping = font;
				}
			}
		}
		return font;
	}

	/** Whether the font has a glyph for a code point. */
	boolean has(int codePoint) {
		return embedded().charExists(codePoint);
	}

	private BaseFont createEmbedded() {
		try {
			return BaseFont.createFont(this.file, BaseFont.IDENTITY_H, BaseFont.EMBEDDED, BaseFont.NOT_CACHED, read(),
					null);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Font createShaping() {
		try {
			return Font.createFont(Font.TRUETYPE_FONT, new ByteArrayInputStream(read()))
				.deriveFont((float) PdfText.UNITS_PER_EM);
		}
		catch (FontFormatException ex) {
			throw new IllegalStateException(ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private byte[] read() throws IOException {
		try (InputStream in = Objects.requireNonNull(PdfTypeface.class.getResourceAsStream("fonts/" + this.file),
				this.file)) {
			return in.readAllBytes();
		}
	}

}
