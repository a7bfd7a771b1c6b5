package dev.hundi.bench;

import java.lang.annotation.Annotation;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * Condition: the package of a class has a {@code package-info} with an annotation.
 */
final class LiveInAPackageWith extends ArchCondition<JavaClass> {

	private final Class<? extends Annotation> annotation;

	LiveInAPackageWith(Class<? extends Annotation> annotation) {
		super("live in a package whose package-info has @" + annotation.getSimpleName());
		this.annotation = annotation;
	}

	@Override
	public void check(JavaClass type, ConditionEvents events) {
		if (!type.getPackage().isAnnotatedWith(this.annotation)) {
			events.add(SimpleConditionEvent.violated(type,
					type.getFullName() + " lives in " + type.getPackageName() + ", which has no package-info with it"));
		}
	}

}
