package dev.hundi.portal.onboarding;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** File types by their first bytes. */
enum MediaTypes {

	PDF("application/pdf", "255044462d"),

	JPEG("image/jpeg", "ffd8ff"),

	PNG("image/png", "89504e470d0a1a0a");

	private final String mediaType;

	private final byte[] magic;

	MediaTypes(String mediaType, String magic) {
		this.mediaType = mediaType;
		this.magic = HexFormat.of().parseHex(magic);
	}

	String mediaType() {
		return this.mediaType;
	}

	/** The type of a file; empty if it is none of these. */
	static Optional<MediaTypes> of(byte[] content) {
		return Arrays.stream(values())
			.filter((type) -> content.length > type.magic.length
					&& Arrays.equals(content, 0, type.magic.length, type.magic, 0, type.magic.length))
			.findFirst();
	}

	static Optional<MediaTypes> named(String mediaType) {
		return Arrays.stream(values()).filter((type) -> type.mediaType.equals(mediaType)).findFirst();
	}

}
