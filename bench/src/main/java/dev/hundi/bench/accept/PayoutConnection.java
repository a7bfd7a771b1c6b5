package dev.hundi.bench.accept;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hundi.digest.Sha256;

/**
 * One keep-alive connection to the api on which a thread posts signed payouts, each with
 * its own key. It does the least possible work, since it shares the cores with what it
 * measures.
 */
final class PayoutConnection implements AutoCloseable {

	private static final byte[] CONTENT_LENGTH = "\r\ncontent-length:".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

	private final Socket socket;

	private final OutputStream out;

	private final InputStream in;

	private final String host;

	private final Mac mac;

	private final MessageDigest sha256;

	private final byte[] answer = new byte[16 * 1024];

	PayoutConnection(URI apiUrl) throws IOException, GeneralSecurityException {
		this.socket = new Socket(InetAddress.getLoopbackAddress(), apiUrl.getPort());
		this.socket.setTcpNoDelay(true);
		this.socket.setSoTimeout(30_000);
		this.out = this.socket.getOutputStream();
		this.in = this.socket.getInputStream();
		this.host = apiUrl.getAuthority();
		this.mac = Mac.getInstance("HmacSHA256");
		this.sha256 = Sha256.newDigest();
	}

	/**
	 * Posts a payout and reads the whole answer.
	 * @throws IllegalStateException if it was not accepted
	 */
	void post(PayoutTarget target) throws IOException, GeneralSecurityException {
		this.out.write(request(target));
		int length = readAnswer();
		if (!startsWith("HTTP/1.1 200")) {
			throw new IllegalStateException(
					"Not accepted: " + new String(this.answer, 0, length, StandardCharsets.UTF_8));
		}
	}

	private byte[] request(PayoutTarget target) throws GeneralSecurityException {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		String body = "{\"beneficiaryId\":\"%s\",\"amount\":\"%d.00\",\"transactionType\":\"I\",\"merchantReferenceId\":\"%s\"}"
			.formatted(target.beneficiaryId(), random.nextInt(1, 1000), PayoutTarget.REFERENCE);
		byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
		String timestamp = Long.toString(System.currentTimeMillis());
		String nonce = new UUID(random.nextLong(), random.nextLong()).toString();
		String key = new UUID(random.nextLong(), random.nextLong()).toString();
		this.mac.init(new SecretKeySpec(target.signingKey().getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
		String canonical = "POST|" + this.host + "|/v1/payouts|" + target.apiKey() + "|" + timestamp + "|" + nonce + "|"
				+ HexFormat.of().formatHex(this.sha256.digest(bytes));
		String signature = HexFormat.of().formatHex(this.mac.doFinal(canonical.getBytes(StandardCharsets.US_ASCII)));
		return ("POST /v1/payouts HTTP/1.1\r\nHost: " + this.host
				+ "\r\nContent-Type: application/json\r\nContent-Length: " + bytes.length
				+ "\r\nx-service-sig-version: 2\r\nx-api-key: " + target.apiKey() + "\r\nx-timestamp: " + timestamp
				+ "\r\nx-nonce: " + nonce + "\r\nx-signature: " + signature + "\r\nIdempotency-Key: " + key + "\r\n\r\n"
				+ body)
			.getBytes(StandardCharsets.US_ASCII);
	}

	private int readAnswer() throws IOException {
		int length = 0;
		int end = -1;
		while (end < 0 || length < end) {
			int read = this.in.read(this.answer, length, this.answer.length - length);
			if (read <= 0) {
				throw new IOException("The api closed the connection in its answer");
			}
			length += read;
			if (end < 0) {
				end = end(length);
			}
		}
		return length;
	}

	/** The length of the answer, or -1 while its head is incomplete. */
	private int end(int length) {
		int head = indexOf(END_OF_HEAD, length);
		if (head < 0) {
			return -1;
		}
		int at = indexOf(CONTENT_LENGTH, head);
		if (at < 0) {
			throw new IllegalStateException("An answer without Content-Length");
		}
		int bodyLength = 0;
		for (int i = at + CONTENT_LENGTH.length; this.answer[i] != '\r'; i++) {
			if (this.answer[i] != ' ') {
				bodyLength = 10 * bodyLength + this.answer[i] - '0';
			}
		}
		return head + END_OF_HEAD.length + bodyLength;
	}

	private int indexOf(byte[] lowerCase, int length) {
		for (int from = 0; from <= length - lowerCase.length; from++) {
			int i = 0;
			while (i < lowerCase.length && Character.toLowerCase(this.answer[from + i]) == lowerCase[i]) {
				i++;
			}
			if (i == lowerCase.length) {
				return from;
			}
		}
		return -1;
	}

	private boolean startsWith(String text) {
		byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
		return Arrays.equals(this.answer, 0, bytes.length, bytes, 0, bytes.length);
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
