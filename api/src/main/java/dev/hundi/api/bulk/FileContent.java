package dev.hundi.api.bulk;

import java.util.Arrays;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.bulk.BulkFormat;

/**
 * Recognizes what a file is by its first bytes, so that a program, an image or an archive
 * is not stored under the name of another format.
 */
final class FileContent {

	/** Number of bytes that are examined. */
	static final int HEAD_BYTES = 512;

	/** A local file header of a ZIP archive. */
	private static final byte[] ZIP = { 'P', 'K', 3, 4 };

	/** An old Office file. */
	private static final byte[] OLE2 = { (byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0 };

	private static final byte[] PDF = { '%', 'P', 'D', 'F' };

	private FileContent() {
	}

	/**
	 * Requires that a file may have a format.
	 * @param head first bytes of the file, up to {@link #HEAD_BYTES}
	 * @throws Refusal {@code unsupported_media_type}
	 */
	static void require(BulkFormat format, byte[] head) {
		boolean possible = switch (format) {
			case XLSX -> startsWith(head, ZIP);
			case PAIN001 -> isText(head) && firstCharacter(head) == '<';
			case CSV -> isText(head) && !startsWith(head, PDF);
		};
		if (!possible) {
			throw new Refusal(ErrorCode.UNSUPPORTED_MEDIA_TYPE,
					"The content of the file is not %s, as its Content-Type says".formatted(format.mediaType()));
		}
	}

	/** Whether the bytes begin a workbook, of the kind .xlsx or older. */
	static boolean isWorkbook(byte[] head) {
		return startsWith(head, ZIP) || startsWith(head, OLE2);
	}

	/**
	 * Whether the bytes may be text: UTF-16 by its mark or because most of its even or
	 * odd bytes are zero, or another encoding without zeros and control characters. Old
	 * editors end a file with 0x1a.
	 */
	private static boolean isText(byte[] head) {
		int[] zeros = new int[2];
		boolean control = false;
		for (int i = 0; i < head.length; i++) {
			int octet = head[i] & 0xff;
			zeros[i % 2] += (octet == 0) ? 1 : 0;
			control |= octet < ' ' && octet != 0x1a && (octet < '\t' || octet > '\r');
		}
		boolean zerosOfUtf16 = Math.min(zeros[0], zeros[1]) == 0 && 4 * Math.max(zeros[0], zeros[1]) > head.length;
		return !control || zerosOfUtf16 || hasUtf16Mark(head);
	}

	private static boolean hasUtf16Mark(byte[] head) {
		return head.length > 1 && ((head[0] == (byte) 0xff && head[1] == (byte) 0xfe)
				|| (head[0] == (byte) 0xfe && head[1] == (byte) 0xff));
	}

	/** The first octet that is not white space, zero, or part of a byte order mark. */
	private static int firstCharacter(byte[] head) {
		for (byte each : head) {
			int octet = each & 0xff;
			if (octet > ' ' && octet != 0xef && octet != 0xbb && octet != 0xbf && octet != 0xff && octet != 0xfe) {
				return octet;
			}
		}
		return -1;
	}

	private static boolean startsWith(byte[] head, byte[] mark) {
		return head.length >= mark.length && Arrays.equals(head, 0, mark.length, mark, 0, mark.length);
	}

}
