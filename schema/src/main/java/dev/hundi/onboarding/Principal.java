package dev.hundi.onboarding;

import java.util.UUID;

/**
 * A director, owner or authorised person of a business.
 *
 * @param designation what the person is in the business
 * @param aadhaar the masked number, such as {@code XXXX XXXX 1234}
 */
public record Principal(UUID principalId, String name, String designation, String pan, String aadhaar) {
}
