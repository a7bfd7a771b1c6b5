package dev.hundi.onboarding;

/** The documents of a principal. */
public enum PrincipalPart {

	PAN, AADHAAR

}
