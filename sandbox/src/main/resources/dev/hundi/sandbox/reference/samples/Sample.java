import java.net.URI;
import java.net.http.*;
import java.security.MessageDigest;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Sample {

	public static void main(String[] args) throws Exception {
		String apiKey = System.getenv("API_KEY"), signingKey = System.getenv("SIGNING_KEY");
		String target = "@target@";
		byte[] body = "@body@".getBytes("UTF-8");
		String timestamp = Long.toString(System.currentTimeMillis()), nonce = UUID.randomUUID().toString();
		String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
		String canonical = String.join("|", "@method@", "@host@", target, apiKey, timestamp, nonce, hash@signed@);
		Mac mac = Mac.getInstance("HmacSHA256");
		mac.init(new SecretKeySpec(signingKey.getBytes("UTF-8"), "HmacSHA256"));
		HttpRequest request = HttpRequest.newBuilder(URI.create("@url@" + target))
			.method("@method@", HttpRequest.BodyPublishers.ofByteArray(body))
			.header("x-service-sig-version", "2")
			.header("x-api-key", apiKey)
			.header("x-timestamp", timestamp)
			.header("x-nonce", nonce)
			.header("x-signature", HexFormat.of().formatHex(mac.doFinal(canonical.getBytes("UTF-8"))))@headers@
			.build();
		System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
	}

}
