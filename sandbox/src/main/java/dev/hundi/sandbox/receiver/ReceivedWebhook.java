package dev.hundi.sandbox.receiver;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A webhook as it came.
 *
 * @param sequence in order of receipt, from 1
 * @param headers names in lower case
 * @param body the raw text, exactly as received
 * @param receivedAt ISO 8601, UTC, with milliseconds
 * @param verified whether timestamp and both signatures are right; null while the
 * business's secret is not known
 * @param answeredStatus what it is answered with; null if the receiver only hangs
 */
public record ReceivedWebhook(long sequence, String method, String path, String businessCode,
		Map<String, String> headers, String body, String receivedAt, @Nullable Boolean verified,
		@Nullable Integer answeredStatus) {
}
