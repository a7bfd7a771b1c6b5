package dev.hundi.onboarding;

/** The size of a page's picture, in pixels. */
public record PageSize(int width, int height) {
}
