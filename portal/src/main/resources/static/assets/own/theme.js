"use strict";

// Before the first paint: the look follows the system's setting; Tabler reads it from the root element.
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const applyTheme = () => document.documentElement.setAttribute("data-bs-theme", dark.matches ? "dark" : "light");
applyTheme();
dark.addEventListener("change", applyTheme);
