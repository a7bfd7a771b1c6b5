package dev.hundi.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.regex.Pattern;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * Condition: a class has no constant that matches a pattern. Constants are read from the
 * compiled class, where text blocks, concatenations and annotation values all end up, and
 * comments do not.
 */
final class HoldNoText extends ArchCondition<JavaClass> {

	private final Pattern forbidden;

	HoldNoText(String what, String forbidden) {
		super("hold no " + what);
		this.forbidden = Pattern.compile(forbidden);
	}

	@Override
	public void check(JavaClass type, ConditionEvents events) {
		try (InputStream bytes = type.getSource().orElseThrow().getUri().toURL().openStream()) {
			for (PoolEntry entry : ClassFile.of().parse(bytes.readAllBytes()).constantPool()) {
				if (entry instanceof Utf8Entry text && this.forbidden.matcher(text.stringValue()).find()) {
					events.add(SimpleConditionEvent.violated(type, type.getFullName() + " holds \""
							+ text.stringValue().strip() + "\" " + type.getSourceCodeLocation()));
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
