package dev.hundi.business;

import java.util.UUID;

/**
 * The ids of a registered business: the one of the API and the one people use.
 */
public record RegisteredBusiness(UUID businessId, String businessCode) {
}
