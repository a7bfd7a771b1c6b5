/** Tests of the connections of HTTP clients. */
@NullMarked
package dev.hundi.stream.http;

import org.jspecify.annotations.NullMarked;
