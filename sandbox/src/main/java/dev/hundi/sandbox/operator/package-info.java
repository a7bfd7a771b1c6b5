/**
 * The commands of those who run the platform: words of {@code ./hundi …} become requests
 * to the operators' doors of stream-processors and batch-jobs. Owns no table and no
 * topic.
 */
@NullMarked
package dev.hundi.sandbox.operator;

import org.jspecify.annotations.NullMarked;
