package dev.hundi.api.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.filestore.FileStore;
import dev.hundi.walletexport.ExportStatus;
import dev.hundi.walletexport.WalletExport;
import dev.hundi.walletexport.WalletExports;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Sends the file of a finished export, with the headers of docs/api-decisions.md,
 * "Wallet".
 */
@Component
class SendFile {

	private static final Logger logger = LoggerFactory.getLogger(SendFile.class);

	private static final int BUFFER_BYTES = 64 * 1024;

	private final FileStore files;

	private final WalletExports exports;

	SendFile(FileStore files, WalletExports exports) {
		this.files = files;
		this.exports = exports;
	}

	/**
	 * Sends the file.
	 * @return false if the file store lacks the file; the export is then marked as
	 * expired
	 * @throws Refusal if the export has no file
	 */
	boolean send(WalletExport export, HttpServletResponse response) throws IOException {
		WalletExport.File file = file(export);
		String storedAs = file.storedAs();
		FileChannel channel = (storedAs != null) ? this.files.open(storedAs).orElse(null) : null;
		if (channel == null) {
			logger.warn("Marking export {} as expired because its file is missing in the file store",
					export.exportId());
			this.exports.lost(export.businessId(), export.exportId());
			return false;
		}
		try (channel) {
			ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
			// Before the headers, so that the answer is an error if the disk fails.
			int read = channel.read(buffer);
			head(export, file, response);
			if (read >= 0) {
				body(channel, buffer, response.getOutputStream());
			}
			return true;
		}
	}

	private static WalletExport.File file(WalletExport export) {
		WalletExport.File file = export.file();
		if (export.status() == ExportStatus.DONE && file != null) {
			return file;
		}
		throw new Refusal(ErrorCode.EXPORT_NOT_FOUND,
				"The file of this export no longer exists; request the export again");
	}

	private static void head(WalletExport export, WalletExport.File file, HttpServletResponse response) {
		response.setContentType(export.format().mediaType());
		response.setContentLengthLong(file.sizeBytes());
		response.setHeader("Content-Disposition", "attachment; filename=\"" + file.name() + "\"");
		response.setHeader("X-Row-Count", Integer.toString(file.rowCount()));
		response.setHeader("X-Truncated", Boolean.toString(file.truncated()));
	}

	/** Sends what the buffer has, then the rest of the file. */
	private static void body(FileChannel channel, ByteBuffer buffer, OutputStream out) throws IOException {
		do {
			out.write(buffer.array(), 0, buffer.position());
			buffer.clear();
		}
		while (channel.read(buffer) >= 0);
	}

}
