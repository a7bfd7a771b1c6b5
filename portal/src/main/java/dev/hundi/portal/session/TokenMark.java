package dev.hundi.portal.session;

/**
 * Details of an authentication by access token.
 *
 * @param mark identifies the token in the audit trail without revealing it
 */
public record TokenMark(String mark) {
}
