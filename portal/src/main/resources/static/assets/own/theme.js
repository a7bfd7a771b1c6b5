"use strict";

// Before the first paint: the look follows the system's setting; Tabler reads it from the root element.
// The styles of small screens need scripts, so the root element says that they run.
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const applyTheme = () => document.documentElement.setAttribute("data-bs-theme", dark.matches ? "dark" : "light");
applyTheme();
document.documentElement.classList.add("scripted");
dark.addEventListener("change", applyTheme);
