/**
 * The review of onboarding cases by the staff: the queue, the case page, documents as
 * pictures, the decisions of reviewer and approver, and the invitation of new businesses.
 * Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.review;

import org.jspecify.annotations.NullMarked;
