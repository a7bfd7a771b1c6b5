package dev.hundi.business;

import java.math.BigDecimal;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/**
 * The row of a business. The database assigns the id of a new one.
 */
@Table("business")
record Business(@Id @Nullable UUID businessId, String businessCode, String businessName, boolean apiAccessEnabled,
		BigDecimal reservePercent, long minBalancePaise, @Nullable Long maxPayoutPaise, boolean queueIfLowBalance) {

	static Business of(NewBusiness business, String businessCode) {
		return new Business(null, businessCode, business.name(), business.apiAccessEnabled(), business.reservePercent(),
				business.minBalancePaise(), null, false);
	}

	RegisteredBusiness registered() {
		if (this.businessId == null) {
			throw new IllegalStateException("Business " + this.businessCode + " is not stored");
		}
		return new RegisteredBusiness(this.businessId, this.businessCode);
	}

}
