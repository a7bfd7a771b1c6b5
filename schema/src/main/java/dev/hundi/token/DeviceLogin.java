package dev.hundi.token;

import java.time.Instant;

/**
 * A program that waits for a person.
 *
 * @param address network address of the program
 * @param beganAt UTC
 */
public record DeviceLogin(String userCode, String address, Instant beganAt) {

	/** The code in two groups, as programs and pages show it. */
	public static String shown(String userCode) {
		return userCode.substring(0, userCode.length() / 2) + "-" + userCode.substring(userCode.length() / 2);
	}

}
