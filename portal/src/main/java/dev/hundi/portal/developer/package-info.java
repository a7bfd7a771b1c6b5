/**
 * The pages of a business's developers: API keys, IP rules, webhook address and delivery
 * log. A first key and a first IP rule need a second person. Owns the table
 * {@code developer_request}; no topic.
 */
@NullMarked
package dev.hundi.portal.developer;

import org.jspecify.annotations.NullMarked;
