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
		.field("fileName",
				JsonType.text("Name of the file. This and the following fields are null until the export is done.")
					.orNull(),
				"wallet-BIZ7H3K9QWX-20261101-20261121.csv", WalletExport.File::name)
		.field("rowCount", JsonType.integer("Number of rows in the file.").orNull(), 2, WalletExport.File::rowCount)
		.field("truncated", JsonType.bool("Whether the window has more rows than the file.").orNull(), false,
				WalletExport.File::truncated)
		.field("sizeBytes", JsonType.integer("Size of the file in bytes.").orNull(), 702, WalletExport.File::sizeBytes)
		.field("sha256", JsonType.text("SHA-256 of the file in hex.").orNull(),
				"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", WalletExport.File::sha256)
		.field("expiresAt", JsonType.time("Time at which the file is deleted.").orNull(), "2026-11-28T08:20:00.000Z",
				WalletExport.File::expiresAt);

	static final JsonType<Collection<WalletExport>> EXPORTS = JsonShape.<WalletExport>of("An export and its progress.")
		.named("WalletExport")
		.field("exportId", JsonType.uuid("Id of the export."), "0199aa20-1c2d-7e3f-8a4b-5c6d7e8f9a0b",
				WalletExport::exportId)
		.field("format", JsonType.constant("File format.", ExportFormat.values(), ExportFormat::word), "csv",
				WalletExport::format)
		.field("search", JsonType.text("Search phrase of the export.").orNull(), null,
				(export) -> (export.search() != null) ? export.search().text() : null)
		.field("since", JsonType.time("Start of the window, inclusive.").orNull(), "2026-11-01T00:00:00.000Z",
				(export) -> export.window().since())
		.field("until", JsonType.time("End of the window, exclusive.").orNull(), null,
				(export) -> export.window().until())
		.field("status",
				JsonType.constant("The file of a DONE export can be downloaded; that of an EXPIRED export is deleted.",
						ExportStatus.values()),
				"DONE", WalletExport::status)
		.field("progress", JsonType.integer("Progress in percent.").with((schema) -> schema.range(0, 100)), 100,
				WalletExport::progressPercent)
		.fieldsOf(FILE, WalletExport::file)
		.field("createdAt", JsonType.time("Time of the request."), "2026-11-21T08:20:00.000Z", WalletExport::createdAt)
		.list("Newest first.");

	private ExportJson() {
	}

}
