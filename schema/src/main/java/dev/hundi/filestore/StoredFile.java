package dev.hundi.filestore;

/**
 * A published file.
 *
 * @param sizeBytes its length
 * @param sha256 SHA-256 of its content, 32 bytes
 */
public record StoredFile(long sizeBytes, byte[] sha256) {
}
