package dev.hundi.export;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PdfTextTests {

	@Test
	void leavesOrdinaryTextUnshaped() {
		assertThat(PdfText.lines("Zoë paid ₹ 5 — “thanks” Ελλάς Мир", PdfTypeface.LATIN, Integer.MAX_VALUE))
			.singleElement()
			.isInstanceOf(PdfLine.Plain.class);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 600, 2_000, 5_000, 50_000 })
	void keepsEveryCharacterOnLinesThatFit(int maxWidth) {
		String text = "A payout-to somebody/with averyveryverylongnamewithoutanyblankatall in it";
		List<PdfLine> lines = PdfText.lines(text, PdfTypeface.LATIN, maxWidth);
		assertThat(lines.stream().map(PdfTextTests::text).collect(Collectors.joining()).replace(" ", ""))
			.isEqualTo(text.replace(" ", ""));
		assertThat(lines).allMatch((line) -> line.width() <= maxWidth || text(line).length() == 1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2_000, 9_000 })
	void keepsEveryCharacterOfShapedText(int maxWidth) {
		String text = "श्रीमती द्वितीय कृष्णविद्यार्थीप्रार्थना and Latin सौ 👩‍👩‍👧";
		List<PdfLine> lines = PdfText.lines(text, PdfTypeface.LATIN, maxWidth);
		assertThat(lines.stream().map(PdfTextTests::text).collect(Collectors.joining()).replace(" ", ""))
			.isEqualTo(text.replace(" ", ""));
	}

	@Test
	void formsConjuncts() {
		// Six code points: the letters join, and the joining signs leave no glyph.
		assertThat(glyphs("क्ष्म")).hasSizeLessThan(5);
		assertThat(glyphs("श्री")).hasSizeLessThan(4);
	}

	@Test
	void movesVowelSignsBeforeTheirLetter() {
		int[] letter = glyphs("क");
		int[] syllable = glyphs("कि");
		assertThat(syllable).hasSize(2);
		assertThat(syllable[1]).isEqualTo(letter[0]);
		int[] tamilLetter = glyphs("க");
		int[] tamilSyllable = glyphs("கொ");
		assertThat(tamilSyllable).hasSize(3);
		assertThat(tamilSyllable[1]).isEqualTo(tamilLetter[0]);
	}

	@Test
	void ordersArabicFromRightToLeftInsideLatinText() {
		PdfLine.Shaped line = PdfShaping.shaped("Paid محمد علی 5");
		assertThat(line.runs().getFirst().typeface()).isEqualTo(PdfTypeface.LATIN);
		assertThat(line.runs()).anyMatch((run) -> run.typeface() == PdfTypeface.ARABIC);
		assertThat(glyphs("نم")).isNotEqualTo(reversed(glyphs("مn")));
	}

	@Test
	void showsABoxForAMissingGlyph() {
		assertThat(glyphs("𓀀𓀁")).containsExactly(0, 0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "中文", "ＡＢＣ１２３", "￥（）", "カナ", "ｶﾅ", "🎉", "👍🏽", "❤️", "→✓★" })
	void takesOtherCharactersFromAFallbackFont(String text) {
		assertThat(glyphs(text)).isNotEmpty().doesNotContain(0);
		assertThat(PdfShaping.shaped("A " + text + " 1").runs()).last()
			.extracting(PdfLine.Run::typeface)
			.isEqualTo(PdfTypeface.LATIN);
	}

	@Test
	void hasEveryLetterOfEveryTypefaceItNames() {
		String letters = "aकকગਕಕകꯀᱚକகకب";
		letters.codePoints()
			.forEach((letter) -> assertThat(PdfTypeface.of(Character.UnicodeScript.of(letter)).has(letter))
				.as(Character.getName(letter))
				.isTrue());
	}

	private static int[] glyphs(String text) {
		return PdfShaping.shaped(text).runs().stream().flatMapToInt((run) -> Arrays.stream(run.glyphs())).toArray();
	}

	private static int[] reversed(int[] glyphs) {
		int[] reversed = new int[glyphs.length];
		for (int i = 0; i < glyphs.length; i++) {
			reversed[i] = glyphs[glyphs.length - 1 - i];
		}
		return reversed;
	}

	private static String text(PdfLine line) {
		return switch (line) {
			case PdfLine.Plain plain -> plain.text();
			case PdfLine.Shaped shaped -> shaped.text();
		};
	}

}
