package dev.hundi.filestore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

import org.jspecify.annotations.Nullable;

/**
 * What a directory has under a name. A bank may send a correction under the same name at
 * any moment: the file that was read is moved only if the version is still the same.
 *
 * @param key of the file system; null if it has none
 */
public record FileVersion(@Nullable Object key, long sizeBytes, FileTime modified) {

	/**
	 * The version of a file; a link is not followed.
	 * @throws java.nio.file.NoSuchFileException if it is not there
	 */
	public static FileVersion of(Path file) throws IOException {
		BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class,
				LinkOption.NOFOLLOW_LINKS);
		return new FileVersion(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime());
	}

}
