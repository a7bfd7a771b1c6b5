package dev.hundi.portal.onboarding;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.hundi.filestore.FileStore;
import dev.hundi.onboarding.DocumentVault;
import dev.hundi.person.Audience;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.secret.KeyFile;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StoreUploadTests {

	@Test
	void closesTheFileOfAnUpload(@TempDir Path directory) {
		Path keyFile = directory.resolve("keys.json");
		KeyFile.createIfMissing(keyFile);
		StoreUpload uploads = new StoreUpload(
				new DocumentVault(new FileStore(directory.resolve("files")), SecretEncryption.open(keyFile)),
				new PortalAddress(Audience.STAFF, URI.create("https://staff.example.com"), false, null, false));
		byte[] text = "no document".getBytes(StandardCharsets.UTF_8);
		AtomicBoolean closed = new AtomicBoolean();
		assertThatExceptionOfType(UploadRefusedException.class)
			.isThrownBy(() -> uploads.store(SecretPlace.evidence(1, UUID.randomUUID()), "a.txt", text.length,
					() -> new ByteArrayInputStream(text) {
						@Override
						public void close() {
							closed.set(true);
						}
					}))
			.matches((refused) -> refused.problem() == UploadProblem.TYPE);
		assertThat(closed).isTrue();
	}

}
