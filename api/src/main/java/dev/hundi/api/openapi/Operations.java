package dev.hundi.api.openapi;

import java.util.List;

/**
 * The operations of one feature, told beside its endpoints and from the constants that
 * they check requests with. Every bean of this type is in the document.
 */
@FunctionalInterface
public interface Operations {

	List<Operation> all();

}
