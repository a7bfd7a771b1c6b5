package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.bank.BankFileReports;
import dev.hundi.bank.BankFiles;
import dev.hundi.bank.BankSwitches;
import dev.hundi.bank.PayoutKey;
import dev.hundi.stream.message.BeneficiaryMessage;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.stream.kafka.Consumers;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.work.LookForWork;
import dev.hundi.work.RepeatedWork;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Configures dispatch: messages trigger debited payouts; parked payouts and due enquiries
 * are polled.
 */
@Configuration(proxyBeanMethods = false)
class DispatchConfiguration {

	/** A person waits for a name. */
	private static final Duration NAME_INTERVAL = Duration.ofMillis(500);

	@Bean
	BankSignatures bankSignatures(DispatchSettings settings, SslBundles bundles, MeterRegistry meters) {
		return new BankSignatures(settings.banks(), bundles, meters);
	}

	@Bean
	Connectors connectors(DispatchSettings settings, BankFiles files, BankFileReports reports, SslBundles bundles,
			BankSignatures signatures) {
		return new Connectors(settings.banks(), files, reports, bundles, signatures);
	}

	@Bean
	Banks banks(DispatchSettings settings, Connectors connectors, BankSwitches switches, Processors processors,
			MeterRegistry meters) {
		List<GuardedBank> banks = new ArrayList<>();
		settings.banks().forEach((name, bank) -> banks.add(new GuardedBank(name, bank, connectors.named(name))));
		if (!sends(processors)) {
			return new Banks(banks, List.of(), meters);
		}
		Banks routed = new Banks(banks, switches.off(), meters);
		routed.warnOfMissingRails();
		return routed;
	}

	@Bean
	InitializingBean dispatchConsumer(Consumers consumers, DispatchToBank dispatch, DispatchAhead ahead,
			DispatchSettings settings) {
		return () -> consumers.payouts(Processor.DISPATCH, settings.batchSize(), (messages) -> {
			List<PayoutKey> payouts = ahead.notDispatched(messages.stream().map(DispatchConfiguration::key).toList());
			if (!payouts.isEmpty()) {
				dispatch.dispatch(payouts);
			}
			return List.of();
		});
	}

	@Bean
	RepeatedWork enquiries(EnquireBank enquire, DispatchSettings dispatch, Processors processors, LookForWork looks) {
		return looks.whenDue("enquiries", dispatch.enquiryInterval(), processors.runs(Processor.DISPATCH),
				enquire::whenDue, enquire::enquireDue);
	}

	@Bean
	EnquiryTrigger enquiryTrigger(@Qualifier("enquiries") RepeatedWork enquiries) {
		return enquiries::wake;
	}

	@Bean
	RepeatedWork filesFromBanks(ExchangeFiles exchange, DispatchSettings dispatch, Processors processors) {
		return new RepeatedWork("files-from-banks", dispatch.enquiryInterval(),
				processors.runs(Processor.DISPATCH) && exchange.isUsed(), exchange::readAll);
	}

	@Bean
	RepeatedWork filesForBanks(ExchangeFiles exchange, DispatchSettings dispatch, Processors processors,
			LookForWork looks) {
		return looks.whenDue("files-for-banks", dispatch.enquiryInterval(),
				processors.runs(Processor.DISPATCH) && exchange.isUsed(), exchange::whenDue, exchange::writeAll);
	}

	@Bean
	RepeatedWork manualReviewCounter(CountManualReviews reviews, Processors processors) {
		return new RepeatedWork("manual-reviews", CountManualReviews.INTERVAL, processors.runs(Processor.DISPATCH),
				reviews::count);
	}

	@Bean
	RepeatedWork bankHealthReport(ReportBankHealth health, Processors processors) {
		return new RepeatedWork("bank-health", ReportBankHealth.INTERVAL, sends(processors), health::report);
	}

	@Bean
	RepeatedWork followBankSwitches(Banks banks, BankSwitches switches, DispatchSettings settings,
			Processors processors, LookForWork looks) {
		return looks.whenDue("bank-switches", settings.drainInterval(), sends(processors),
				() -> switches.whenChanged(banks.off()), () -> banks.follow(switches.off()));
	}

	@Bean
	RepeatedWork parkedPayouts(DispatchToBank dispatch, DispatchSettings settings, Processors processors) {
		return new RepeatedWork("parked-payouts", settings.drainInterval(), sends(processors), dispatch::drain);
	}

	@Bean
	RepeatedWork registrations(VerifyBeneficiaries verify, DispatchSettings dispatch, Processors processors,
			LookForWork looks) {
		return looks.whenDue("registrations", dispatch.enquiryInterval(), processors.runs(Processor.BENEFICIARY),
				verify::whenDue, verify::makeDue);
	}

	@Bean
	RepeatedWork askForNames(VerifyNames verify, Processors processors, LookForWork looks) {
		return looks.whenDue("name-look-ups", NAME_INTERVAL, processors.runs(Processor.BENEFICIARY), verify::whenDue,
				verify::verifyDue);
	}

	@Bean
	InitializingBean beneficiaryConsumer(Consumers consumers, VerifyBeneficiaries verify, DispatchSettings settings,
			@Qualifier("registrations") RepeatedWork registrations) {
		return () -> consumers.beneficiaries(Processor.BENEFICIARY, settings.batchSize(), (messages) -> {
			if (verify.ask(messages.stream().map(BeneficiaryMessage::eventId).toList()) > 0) {
				registrations.wake();
			}
			return List.of();
		});
	}

	private static PayoutKey key(PayoutMessage message) {
		return new PayoutKey(message.businessId(), message.payoutId());
	}

	/** The sweep dispatches payouts too. Other processes may not read the switches. */
	private static boolean sends(Processors processors) {
		return processors.runs(Processor.DISPATCH) || processors.runs(Processor.SWEEP);
	}

}
