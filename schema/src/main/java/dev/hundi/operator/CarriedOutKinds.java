package dev.hundi.operator;

import java.util.Map;

/**
 * What a part of an application carries out. Every bean of this type is used.
 *
 * @param kinds what acts outside the database; may be carried out twice
 * @param atomicKinds what acts in the database only, in one transaction with its result
 */
public record CarriedOutKinds(Map<RequestKind, CarryOut> kinds, Map<RequestKind, CarryOut> atomicKinds) {

	public CarriedOutKinds {
		kinds = Map.copyOf(kinds);
		atomicKinds = Map.copyOf(atomicKinds);
	}

}
