package dev.hundi.bulk;

import org.jspecify.annotations.Nullable;

/**
 * What occurs in the rows of a file, by which checks are omitted that cannot find
 * anything.
 *
 * @param rows number of rows
 * @param ids whether a row names its beneficiary by id
 * @param codes the same by code
 * @param accounts whether a row has an account number
 * @param vpas whether a row has a VPA
 * @param withoutPhoneNumber whether a row lacks a phone number
 * @param alike false if all rows differ in their payments, and in their merchant
 * references by more than case
 * @param firstReference the lowest merchant reference in lower case, or null without any
 * @param lastReference the highest
 */
public record BulkContents(int rows, boolean ids, boolean codes, boolean accounts, boolean vpas,
		boolean withoutPhoneNumber, boolean alike, @Nullable String firstReference, @Nullable String lastReference) {
}
