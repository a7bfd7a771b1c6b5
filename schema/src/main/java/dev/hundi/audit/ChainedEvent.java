package dev.hundi.audit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.hundi.digest.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * A row of a chain with its hashes.
 *
 * @param values chain, sequence, business, time, person, session, address, act, object,
 * before and after, as the database writes them
 */
@SuppressWarnings("ArrayRecordComponent")
record ChainedEvent(long sequence, List<@Nullable String> values, byte[] previousHash, byte[] hash) {

	/** The hash before the first event of a chain. */
	static byte[] genesis(String chain) {
		return Sha256.digest(chain);
	}

	/**
	 * The hash that the row must have: the same as that of {@code hash_audit_event} in
	 * V043.
	 */
	byte[] expectedHash() {
		ByteArrayOutputStream content = new ByteArrayOutputStream();
		content.writeBytes(this.previousHash);
		for (int i = 0; i < this.values.size(); i++) {
			String value = this.values.get(i);
			if (i > 0) {
				content.write(',');
			}
			if (value == null) {
				content.write('-');
			}
			else {
				byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
				content.writeBytes((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
				content.writeBytes(bytes);
			}
		}
		return Sha256.digest(content.toByteArray());
	}

}
