package dev.hundi.signature;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.impl.ECDSA;
import com.nimbusds.jose.jca.JCAContext;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.ssl.DefaultSslBundleRegistry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assumptions.assumeThat;

class SignaturesTests {

	private static final Map<String, String> MEMBERS = Map.of("requestId", "r1", "status", "200");

	private static final byte[] BODY = "{\"status\":\"SUCCESS\"}".getBytes(StandardCharsets.UTF_8);

	private final CertificateAuthority authority = CertificateAuthority.create("Test");

	private final Identity ours = this.authority.issue("hundi");

	private final Identity theirs = this.authority.issue("bank");

	private final Signatures bank = TestBundles.pair(this.ours, this.theirs)[1];

	private final Signatures hundi = TestBundles.pair(this.ours, this.theirs)[0];

	@Test
	void trustsWhatTheOtherSideSigned() {
		String signature = this.bank.sign(SignedKind.ANSWER, MEMBERS, BODY);
		assertThat(signature).contains("..");
		assertThatNoException().isThrownBy(() -> this.hundi.verify(SignedKind.ANSWER, MEMBERS, BODY, signature));
	}

	/** The native library and the JDK compute the same, in both directions. */
	@ParameterizedTest
	@ValueSource(strings = { "secp256r1", "secp384r1", "secp521r1" })
	void signsAndVerifiesAsTheJdkDoes(String curve) throws Exception {
		assumeThat(EcdsaProvider.isNative()).isTrue();
		Curve named = Curve.forStdName(curve);
		ECKey key = new ECKeyGenerator(named).generate();
		JWSAlgorithm algorithm = ECDSA.resolveAlgorithm(named);
		Payload payload = new Payload(BODY);

		ECDSASigner signer = new ECDSASigner(key);
		EcdsaProvider.choose(signer.getJCAContext(), algorithm, key.toECPrivateKey());
		assertThat(signer.getJCAContext().getProvider()).isNotNull();
		JWSObject natively = new JWSObject(new JWSHeader(algorithm), payload);
		natively.sign(signer);
		assertThat(JWSObject.parse(natively.serialize(true), payload).verify(new ECDSAVerifier(key))).isTrue();

		JWSObject byTheJdk = new JWSObject(new JWSHeader(algorithm), payload);
		byTheJdk.sign(new ECDSASigner(key));
		ECDSAVerifier verifier = new ECDSAVerifier(key);
		EcdsaProvider.choose(verifier.getJCAContext(), algorithm, key.toECPublicKey());
		assertThat(JWSObject.parse(byTheJdk.serialize(true), payload).verify(verifier)).isTrue();
		assertThat(JWSObject.parse(byTheJdk.serialize(true), new Payload("{}")).verify(verifier)).isFalse();
	}

	@Test
	void computesRsaAsBefore() {
		JCAContext context = new JCAContext();
		EcdsaProvider.choose(context, JWSAlgorithm.PS256, this.ours.key());
		assertThat(context.getProvider()).isNull();
	}

	@Test
	void namesTheMemberThatDiffers() {
		String signature = this.bank.sign(SignedKind.ANSWER, MEMBERS, BODY);
		assertThatExceptionOfType(InvalidSignatureException.class)
			.isThrownBy(() -> this.hundi.verify(SignedKind.ANSWER, Map.of("requestId", "r2"), BODY, signature))
			.withMessage("requestId of the signature must be r2");
	}

	@Test
	void refusesOtherContentKindOrSigner() {
		String signature = this.bank.sign(SignedKind.ANSWER, MEMBERS, BODY);
		refuses(SignedKind.ANSWER, "{}".getBytes(StandardCharsets.UTF_8), signature, "the signature is wrong");
		refuses(SignedKind.CALLBACK, BODY, signature, "typ must be bank-callback+jws");
		refuses(SignedKind.ANSWER, BODY, this.hundi.sign(SignedKind.ANSWER, MEMBERS, BODY), "x5t#S256 must name");
		refuses(SignedKind.ANSWER, BODY, null, "there is no signature");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a.b.c", "..", "{}", "a..b" })
	void refusesTextThatIsNoSignature(String text) {
		refuses(SignedKind.ANSWER, BODY, text, "the signature is not a detached JWS");
	}

	@Test
	void refusesASignatureWithoutAlgorithm() {
		String header = "{\"alg\":\"none\",\"typ\":\"bank-answer+jws\"}";
		String text = Base64.getUrlEncoder().withoutPadding().encodeToString(header.getBytes(StandardCharsets.UTF_8));
		refuses(SignedKind.ANSWER, BODY, text + "..", "the signature is not a detached JWS");
	}

	@Test
	void refusesAnOldMessageButNoOldFile() {
		Instant old = Instant.now().minus(Duration.ofSeconds(301));
		Signatures earlier = Signatures.of(TestBundles.pinned(this.theirs, this.ours), () -> old);
		refuses(SignedKind.ANSWER, BODY, earlier.sign(SignedKind.ANSWER, MEMBERS, BODY), "iat must be within 300 s");
		assertThatNoException().isThrownBy(
				() -> this.hundi.verify(SignedKind.FILE, MEMBERS, BODY, earlier.sign(SignedKind.FILE, MEMBERS, BODY)));
	}

	@Test
	void refusesACertificateThatHasExpired() {
		Identity expired = this.authority.issue("bank", Duration.ofDays(-1));
		Signatures[] pair = TestBundles.pair(this.ours, expired);
		assertThatExceptionOfType(InvalidSignatureException.class).isThrownBy(
				() -> pair[0].verify(SignedKind.ANSWER, MEMBERS, BODY, pair[1].sign(SignedKind.ANSWER, MEMBERS, BODY)))
			.withMessageContaining("not valid now");
	}

	@Test
	void trustsTheOldAndTheNewKeyDuringARotationAndFollowsTheBundle() throws Exception {
		Identity next = this.authority.issue("bank");
		DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("bank",
				TestBundles.pinned(this.ours, this.theirs));
		Signatures following = Signatures.following(bundles, "bank", "setting");
		Signatures nextBank = Signatures.of(TestBundles.pinned(next, this.ours));
		String signature = nextBank.sign(SignedKind.ANSWER, MEMBERS, BODY);
		assertThatExceptionOfType(InvalidSignatureException.class)
			.isThrownBy(() -> following.verify(SignedKind.ANSWER, MEMBERS, BODY, signature));
		bundles.updateBundle("bank", TestBundles.pinned(this.ours, this.theirs, next));
		following.verify(SignedKind.ANSWER, MEMBERS, BODY, signature);
		following.verify(SignedKind.ANSWER, MEMBERS, BODY, this.bank.sign(SignedKind.ANSWER, MEMBERS, BODY));
		bundles.updateBundle("bank", TestBundles.pinned(this.ours, next));
		assertThatExceptionOfType(InvalidSignatureException.class).isThrownBy(() -> following.verify(SignedKind.ANSWER,
				MEMBERS, BODY, this.bank.sign(SignedKind.ANSWER, MEMBERS, BODY)));
	}

	@Test
	void keepsItsKeysIfTheNewOnesCannotBeRead() throws Exception {
		DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("bank",
				TestBundles.pinned(this.ours, this.theirs));
		Signatures following = Signatures.following(bundles, "bank", "setting");
		bundles.updateBundle("bank", org.springframework.boot.ssl.SslBundle.of(null));
		following.verify(SignedKind.ANSWER, MEMBERS, BODY, this.bank.sign(SignedKind.ANSWER, MEMBERS, BODY));
	}

	@Test
	void namesTheSettingOfAMissingBundle() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> Signatures.following(new DefaultSslBundleRegistry(), "none", "hundi.setting"))
			.withMessage("hundi.setting: there is no spring.ssl.bundle.pem.none");
	}

	@Test
	void signsWithRsaKeysOf2048Bits() throws Exception {
		assertThat(Keys.allowed(rsa(2048))).extracting(Object::toString).containsExactlyInAnyOrder("PS256", "RS256");
		assertThatExceptionOfType(com.nimbusds.jose.JOSEException.class).isThrownBy(() -> Keys.allowed(rsa(1024)));
	}

	/** A public key that nothing is signed with: the search for primes takes seconds. */
	private static PublicKey rsa(int bits) throws Exception {
		BigInteger odd = BigInteger.ONE.shiftLeft(bits - 1).setBit(0);
		return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(odd, RSAKeyGenParameterSpec.F4));
	}

	private void refuses(SignedKind kind, byte[] content, @org.jspecify.annotations.Nullable String signature,
			String reason) {
		assertThatExceptionOfType(InvalidSignatureException.class)
			.isThrownBy(() -> this.hundi.verify(kind, MEMBERS, content, signature))
			.withMessageContaining(reason);
	}

}
