/**
 * The TCP ports of an application: a public one with TLS, and one for health and metrics;
 * the address and network that a request comes from; the least rate of an upload; and
 * ports for servers of the sandbox and of tests. Owns no table; reads and writes no
 * topic.
 */
@NullMarked
package dev.hundi.port;

import org.jspecify.annotations.NullMarked;
