/**
 * The list of a business's events. Reads them through the schema's {@code ListEvents}.
 */
@NullMarked
package dev.hundi.api.event;

import org.jspecify.annotations.NullMarked;
