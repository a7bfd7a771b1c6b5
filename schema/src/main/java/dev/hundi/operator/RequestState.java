package dev.hundi.operator;

/** How far an operator request is. */
public enum RequestState {

	/** It waits for a process, or a process carries it out. */
	PENDING,

	/** It was carried out. */
	DONE,

	/** It is not possible. Nothing was done. */
	REFUSED,

	/** Every attempt failed. Whether it took effect is unknown. */
	FAILED

}
