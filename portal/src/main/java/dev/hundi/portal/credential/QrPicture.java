package dev.hundi.portal.credential;

import io.nayuki.qrcodegen.QrCode;

/**
 * A QR code as SVG.
 *
 * @param size width and height of its view box
 * @param path of the dark modules
 */
public record QrPicture(int size, String path) {

	/** The light border that scanners need, in modules. */
	private static final int BORDER = 4;

	/** The code of a text. */
	public static QrPicture of(String text) {
		QrCode code = QrCode.encodeText(text, QrCode.Ecc.MEDIUM);
		StringBuilder path = new StringBuilder();
		for (int y = 0; y < code.size; y++) {
			for (int x = 0; x < code.size; x++) {
				if (code.getModule(x, y)) {
					path.append("M%d,%dh1v1h-1z".formatted(x + BORDER, y + BORDER));
				}
			}
		}
		return new QrPicture(code.size + 2 * BORDER, path.toString());
	}

}
