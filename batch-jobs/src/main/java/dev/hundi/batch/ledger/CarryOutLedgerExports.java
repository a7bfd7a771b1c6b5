package dev.hundi.batch.ledger;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import dev.hundi.batch.housekeeping.AbandonedFiles;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.ledger.LedgerPeriod;
import dev.hundi.ledger.UnbalancedLedgerException;
import dev.hundi.operator.CarriedOutKinds;
import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestOutcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Writes the trial balances and journals that the staff asks for. */
@Configuration(proxyBeanMethods = false)
class CarryOutLedgerExports {

	private static final Logger logger = LoggerFactory.getLogger(CarryOutLedgerExports.class);

	private static final String FOLDER = "ledger-export";

	@Bean
	CarriedOutKinds ledgerExports(WriteLedger write, FileStore files) {
		return new CarriedOutKinds(Map.of(RequestKind.READ_LEDGER_EXPORT, (request) -> write(write, files, request)),
				Map.of());
	}

	/** Exports are downloaded within a day. */
	@Bean
	AbandonedFiles abandonedLedgerExports(FileStore files) {
		return new AbandonedFiles(FOLDER, files, (names) -> names);
	}

	/** The file is complete before it has a name. */
	private static RequestOutcome write(WriteLedger write, FileStore files, ClaimedRequest request) throws IOException {
		LedgerContent content = switch (request.text("content")) {
			case "TRIAL_BALANCE" -> LedgerContent.TRIAL_BALANCE;
			case "JOURNAL" -> LedgerContent.JOURNAL;
			default -> throw new IllegalArgumentException("content must be TRIAL_BALANCE or JOURNAL");
		};
		LedgerFormat format = LedgerFormat.of(request.text("format"));
		String business = request.arguments().path("businessId").asString("");
		LedgerPeriod period = new LedgerPeriod(request.day("from"), request.day("to"),
				business.isEmpty() ? null : UUID.fromString(business));
		String storedAs = FOLDER + "/" + request.requestId() + "-" + request.attempt() + "." + format.extension();
		try (UnfinishedFile file = files.create(storedAs)) {
			write.write(content, format, period, file.out());
			long sizeBytes = file.publish().sizeBytes();
			return new RequestOutcome.Done(Map.of("storedAs", storedAs, "name",
					"hundi-%s-%s-%s.%s".formatted(content.name().toLowerCase(Locale.ROOT).replace('_', '-'),
							period.from(), period.to(), format.extension()),
					"sizeBytes", sizeBytes));
		}
		catch (UnbalancedLedgerException ex) {
			logger.error("The ledger from {} to {} was not exported", period.from(), period.to(), ex);
			return new RequestOutcome.Refused(String.valueOf(ex.getMessage()));
		}
	}

}
