/**
 * The page of the audit trail: merchants see the chain of their business, staff its own
 * and that of any business. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.audit;

import org.jspecify.annotations.NullMarked;
