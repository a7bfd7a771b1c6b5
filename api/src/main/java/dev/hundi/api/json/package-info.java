/**
 * JSON values of answers, each field declared once: {@link dev.hundi.api.json.JsonShape}
 * yields the writer, the schema and the example of an object. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.json;

import org.jspecify.annotations.NullMarked;
