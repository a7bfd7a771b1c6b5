package dev.hundi.batch.bulkfile;

/**
 * Refuses a file as a whole. An expected outcome of untrusted input, so it has no stack
 * trace.
 */
public final class RefusedFileException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final FileFault fault;

	/**
	 * Refuses a file.
	 * @param message for the merchant; quotes names and numbers from the file, no cells
	 */
	public RefusedFileException(FileFault fault, String message) {
		super(message, null, false, false);
		this.fault = fault;
	}

	public FileFault fault() {
		return this.fault;
	}

	public String reason() {
		String message = getMessage();
		return (message != null) ? message : this.fault.name();
	}

}
