package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

import dev.hundi.batch.housekeeping.AbandonedFiles;
import dev.hundi.batch.statement.common.Texts;
import dev.hundi.filestore.FileStore;
import dev.hundi.operator.CarriedOutKinds;
import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestOutcome;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Receives statement files that two people of the staff agreed to. A repetition finds the
 * content known.
 */
@Configuration(proxyBeanMethods = false)
class CarryOutUploads {

	private static final String FOLDER = "statement-upload";

	@Bean
	CarriedOutKinds statementUploads(FileStore shared, ReceiveStatements receive) {
		return new CarriedOutKinds(
				Map.of(RequestKind.RECEIVE_STATEMENT, (request) -> receive(shared, receive, request)), Map.of());
	}

	/** Uploads are decided and received within a day. */
	@Bean
	AbandonedFiles abandonedUploads(FileStore shared) {
		return new AbandonedFiles(FOLDER, shared, (names) -> names);
	}

	private static RequestOutcome receive(FileStore shared, ReceiveStatements receive, ClaimedRequest request)
			throws IOException {
		String given = text(request, "account");
		String account = Texts.account(given);
		if (given != null && account == null) {
			return new RequestOutcome.Refused("Not an account number: " + given);
		}
		String storedAs = text(request, "storedAs");
		String sha256 = text(request, "sha256");
		if (storedAs == null || sha256 == null || !storedAs.startsWith(FOLDER + "/")) {
			throw new IllegalArgumentException("storedAs and sha256 are required");
		}
		Optional<FileChannel> upload = shared.open(storedAs);
		if (upload.isEmpty()) {
			return new RequestOutcome.Refused("The uploaded file is gone; upload it again");
		}
		String name = text(request, "name");
		try (FileChannel channel = upload.get()) {
			StatementFiles.Receipt receipt = receive.receive(Channels.newInputStream(channel),
					(name != null) ? name : "statement", StatementSource.UPLOAD, account,
					(content) -> sha256.equals(HexFormat.of().formatHex(content)) ? null
							: "The uploaded file is not the one that was agreed to");
			return new RequestOutcome.Done(Map.of("file", receipt.file(), "known", !receipt.stored()));
		}
		catch (ReceiveStatements.TooLargeException | ReceiveStatements.UntrustedException ex) {
			return new RequestOutcome.Refused(String.valueOf(ex.getMessage()));
		}
	}

	private static @Nullable String text(ClaimedRequest request, String name) {
		JsonNode value = request.arguments().path(name);
		return value.isString() ? value.asString() : null;
	}

}
