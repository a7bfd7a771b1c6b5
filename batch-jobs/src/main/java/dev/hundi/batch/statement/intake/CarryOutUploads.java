package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.time.LocalDate;
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
import dev.hundi.statement.ProposedProfile;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementProfiles;
import dev.hundi.statement.StatementSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Receives statement files that two people of the staff approved. A repetition finds the
 * content known.
 */
@Configuration(proxyBeanMethods = false)
class CarryOutUploads {

	private static final String FOLDER = "statement-upload";

	private static final String SAMPLES = "profile-sample";

	@Bean
	CarriedOutKinds statementUploads(FileStore shared, ReceiveStatements receive) {
		return new CarriedOutKinds(
				Map.of(RequestKind.RECEIVE_STATEMENT, (request) -> receive(shared, receive, request)), Map.of());
	}

	@Bean
	CarriedOutKinds profileTrials(FileStore shared, TryProfile trial) {
		return new CarriedOutKinds(Map.of(RequestKind.READ_PROFILE_TRIAL, (request) -> tryOut(shared, trial, request)),
				Map.of());
	}

	/** Samples are read at once. */
	@Bean
	AbandonedFiles abandonedSamples(FileStore shared) {
		return new AbandonedFiles(SAMPLES, shared, (names) -> names);
	}

	/** Uploads are decided and received within a day. */
	@Bean
	AbandonedFiles abandonedUploads(FileStore shared) {
		return new AbandonedFiles(FOLDER, shared, (names) -> names);
	}

	private static RequestOutcome tryOut(FileStore shared, TryProfile trial, ClaimedRequest request)
			throws IOException {
		ProposedProfile proposed;
		try {
			proposed = StatementProfiles.read(request.arguments().path("proposed").toString());
		}
		catch (JacksonException ex) {
			return new RequestOutcome.Refused("Not a profile: " + ex.getOriginalMessage());
		}
		String storedAs = text(request, "storedAs");
		String day = text(request, "day");
		if (storedAs != null && storedAs.startsWith(SAMPLES + "/")) {
			return new RequestOutcome.Done(trial.sample(proposed, shared, storedAs).result());
		}
		if (day == null) {
			throw new IllegalArgumentException("day or storedAs is required");
		}
		return new RequestOutcome.Done(trial.day(proposed, LocalDate.parse(day)).result());
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
							: "The uploaded file is not the one that was approved");
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
