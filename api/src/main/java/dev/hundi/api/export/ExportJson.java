package dev.hundi.api.export;

import java.util.Collection;

import dev.hundi.api.json.JsonShape;
import dev.hundi.api.json.JsonType;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportStatus;
import dev.hundi.walletexport.WalletExport;

/**
 * Exports in answers.
 */
final class ExportJson {

	private static final JsonShape<WalletExport.File> FILE = JsonShape.<WalletExport.File>of("")
		.textOrNull("fileName", "Name of the file. This and the following fields are null until the export is done.",
				"wallet-BIZ7H3K9QWX-20261101-20261121.csv", WalletExport.File::name)
		.integerOrNull("rowCount", "Number of rows in the file.", 2, WalletExport.File::rowCount)
		.boolOrNull("truncated", "Whether the window has more rows than the file.", false, WalletExport.File::truncated)
		.integerOrNull("sizeBytes", "Size of the file in bytes.", 702, WalletExport.File::sizeBytes)
		.textOrNull("sha256", "SHA-256 of the file in hex.",
				"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", WalletExport.File::sha256)
		.timeOrNull("expiresAt", "Time at which the file is deleted.", "2026-11-28T08:20:00.000Z",
				WalletExport.File::expiresAt);

	static final JsonType<Collection<WalletExport>> EXPORTS = JsonShape
		.<WalletExport>named("WalletExport", "An export and its progress.")
		.uuid("exportId", "Id of the export.", "0199aa20-1c2d-7e3f-8a4b-5c6d7e8f9a0b", WalletExport::exportId)
		.field("format", JsonType.constant("File format.", ExportFormat.values(), ExportFormat::extension), "csv",
				WalletExport::format)
		.textOrNull("search", "Search phrase of the export.", null,
				(export) -> (export.search() != null) ? export.search().text() : null)
		.timeOrNull("since", "Start of the window, inclusive.", "2026-11-01T00:00:00.000Z",
				(export) -> export.window().since())
		.timeOrNull("until", "End of the window, exclusive.", null, (export) -> export.window().until())
		.field("status",
				JsonType.constant("The file of a DONE export can be downloaded; that of an EXPIRED export is deleted.",
						ExportStatus.values()),
				"DONE", WalletExport::status)
		.field("progress", JsonType.integer("Progress in percent.").with((schema) -> schema.range(0, 100)), 100,
				WalletExport::progressPercent)
		.fieldsOf(FILE, WalletExport::file)
		.time("createdAt", "Time of the request.", "2026-11-21T08:20:00.000Z", WalletExport::createdAt)
		.list("Newest first.");

	private ExportJson() {
	}

}
