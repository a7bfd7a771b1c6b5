package dev.hundi.onboarding;

/** Whether a business of a type gives a field or document. */
public enum Need {

	/** It must. */
	REQUIRED,

	/** It can. */
	OPTIONAL,

	/** It does not. */
	NONE

}
