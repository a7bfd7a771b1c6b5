package dev.hundi.api.openapi;

import java.util.List;

/**
 * The operations of one feature, declared beside its endpoints and with the constants
 * that validate requests. The document contains every bean of this type.
 */
@FunctionalInterface
public interface Operations {

	List<Operation> all();

}
