package dev.hundi.business;

import java.util.UUID;

/**
 * The ids of a registered business: the API's and the human-readable one.
 */
public record RegisteredBusiness(UUID businessId, String businessCode) {
}
