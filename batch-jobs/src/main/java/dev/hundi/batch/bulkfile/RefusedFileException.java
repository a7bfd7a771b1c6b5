package dev.hundi.batch.bulkfile;

/**
 * A file that is refused as a whole: an everyday outcome of reading what strangers send,
 * so it has no stack trace.
 */
public final class RefusedFileException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final FileFault fault;

	/**
	 * Refuses a file.
	 * @param message for the merchant; holds nothing of the file but names and numbers
	 */
	public RefusedFileException(FileFault fault, String message) {
		super(message, null, false, false);
		this.fault = fault;
	}

	public FileFault fault() {
		return this.fault;
	}

	/** The message, never null. */
	public String reason() {
		String message = getMessage();
		return (message != null) ? message : this.fault.name();
	}

}
