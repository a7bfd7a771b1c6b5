"use strict";

const csrf = () => ({
  header: document.querySelector('meta[name="csrf-header"]').content,
  token: document.querySelector('meta[name="csrf-token"]').content
});

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers[csrf().header] = csrf().token;
  const business = document.querySelector('meta[name="business"]');
  if (business) {
    event.detail.headers["X-Business"] = business.content;
  }
});

async function post(url, body) {
  const headers = {"Content-Type": "application/json", "HX-Request": "true"};
  headers[csrf().header] = csrf().token;
  const response = await fetch(url, {method: "POST", headers, body: body === undefined ? "{}" : JSON.stringify(body)});
  const redirect = response.headers.get("HX-Redirect");
  if (redirect) {
    window.location.assign(redirect);
  }
  return {ok: response.ok, body: (response.headers.get("Content-Type") || "").startsWith("application/json") ? await response.json() : {}};
}

// Every text that a script shows is in the page already.
function show(id) {
  const element = document.getElementById(id);
  if (element) {
    element.hidden = false;
    element.focus();
  }
}

const base64url = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

// Not by toJSON(), which not every browser and authenticator has.
function toJson(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) {
      response[name] = base64url(credential.response[name]);
    }
  }
  if (credential.response.getTransports) {
    response.transports = credential.response.getTransports();
  }
  return {
    id: credential.id, rawId: base64url(credential.rawId), type: credential.type, response,
    clientExtensionResults: {}, authenticatorAttachment: credential.authenticatorAttachment || undefined
  };
}

async function usePasskey(path) {
  const options = await post(path + "/options");
  const credential = await navigator.credentials.get(
    {publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options.body)});
  return post(path, toJson(credential));
}

async function addPasskey(label) {
  const options = await post("/profile/passkeys/options");
  if (!options.ok) {
    window.location.assign("/confirm?to=/profile");
    return {ok: true, body: {}};
  }
  const credential = await navigator.credentials.create(
    {publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options.body)});
  return post("/profile/passkeys", {label, credential: toJson(credential)});
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-passkey]");
  if (!button) {
    return;
  }
  event.preventDefault();
  button.disabled = true;
  try {
    const kind = button.dataset.passkey;
    const answer = kind === "add" ? await addPasskey(document.getElementById("passkey-label").value)
      : await usePasskey(kind === "confirm" ? "/confirm/passkey" : "/sign-in/passkey");
    if (!answer.ok) {
      show("passkey-failed");
    } else if (kind === "confirm") {
      button.closest("form").submit();
    } else if (answer.body.next) {
      window.location.assign(button.dataset.to || answer.body.next);
    }
  } catch (problem) {
    show("passkey-failed");
  } finally {
    button.disabled = false;
  }
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    show("copied");
  }
});

// The keys of the search: / outside fields, and Ctrl or Command with K everywhere.
document.addEventListener("keydown", (event) => {
  const box = document.getElementById("search-box");
  const inField = event.target.closest("input, textarea, select, [contenteditable]");
  const slash = event.key === "/" && !inField && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (box && (slash || (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)))) {
    event.preventDefault();
    box.focus();
    box.select();
  }
});

// Lists with keys: j and k move from row to row, x chooses a row. Enter opens the row, because its link has the focus.
document.addEventListener("keydown", (event) => {
  const list = document.querySelector("[data-keys]");
  const typing = event.target.closest("textarea, select, input:not([type=checkbox])");
  if (!list || typing || event.ctrlKey || event.metaKey || event.altKey || !["j", "k", "x"].includes(event.key)) {
    return;
  }
  const rows = [...list.querySelectorAll("tbody tr")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  event.preventDefault();
  if (event.key === "x") {
    rows[at]?.querySelector("input[type=checkbox]")?.click();
  } else {
    const to = at < 0 ? 0 : at + (event.key === "j" ? 1 : -1);
    rows[Math.min(Math.max(to, 0), rows.length - 1)]?.querySelector("[data-open]").focus();
  }
});

// On small screens the rows of a table that is too wide become blocks, in which each cell carries its heading.
// The roles keep it a table for screen readers.
function stackTables() {
  document.querySelectorAll(".table-responsive > table:not(.month), .table-responsive > div > table").forEach((table) => {
    table.classList.remove("stacked");
    const frame = table.closest(".table-responsive");
    if (window.innerWidth >= 768 || frame.scrollWidth <= frame.clientWidth) {
      return;
    }
    const headings = [...table.querySelectorAll(":scope > thead th")].map((heading) =>
      heading.querySelector(":scope > .visually-hidden") ? "" : heading.textContent.trim());
    table.setAttribute("role", "table");
    table.querySelectorAll("thead, tbody").forEach((group) => group.setAttribute("role", "rowgroup"));
    table.querySelectorAll("tr").forEach((row) => row.setAttribute("role", "row"));
    table.querySelectorAll("thead th").forEach((cell) => cell.setAttribute("role", "columnheader"));
    table.querySelectorAll("tbody th").forEach((cell) => cell.setAttribute("role", "rowheader"));
    table.querySelectorAll(":scope > tbody > tr").forEach((row) => [...row.cells].forEach((cell, at) => {
      if (cell.tagName === "TD") {
        cell.setAttribute("role", "cell");
        if (headings[at]) {
          cell.dataset.label = headings[at];
        }
      }
    }));
    table.classList.add("stacked");
  });
}

window.addEventListener("resize", stackTables);
document.addEventListener("htmx:afterSettle", stackTables);
stackTables();

const isChanged = (field) => {
  if (field.type === "checkbox" || field.type === "radio") {
    return field.checked !== field.defaultChecked;
  }
  return field.tagName === "SELECT"
    ? field.selectedIndex !== Math.max([...field.options].findIndex((one) => one.defaultSelected), 0)
    : field.value !== field.defaultValue;
};

function isInUse(part) {
  return part.contains(document.activeElement.closest("form, details")) || part.querySelector("details[open]") !== null
    || [...part.querySelectorAll("input, select, textarea")].some(isChanged);
}

// A part that updates itself waits while a person uses it, because what is typed and opened in it would be lost.
// What a person did not trigger has no event. Before the swap again: the person may begin while the answer is on its way.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.detail.requestConfig.triggeringEvent && isInUse(event.detail.target)) {
    event.preventDefault();
  }
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!event.detail.requestConfig.triggeringEvent && isInUse(event.detail.target)) {
    event.detail.shouldSwap = false;
  }
});

// A box that chooses all boxes of a name in its form.
document.addEventListener("change", (event) => {
  const all = event.target.closest("[data-choose-all]");
  all?.form.querySelectorAll("input[type=checkbox]").forEach((box) => {
    if (box.name === all.dataset.chooseAll) {
      box.checked = all.checked;
    }
  });
});

document.addEventListener("click", (event) => {
  const button = event.target.closest(".menu-button");
  if (button) {
    const open = document.getElementById("menu").classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
  }
});

document.querySelectorAll("[data-needs-script]").forEach((element) => {
  element.hidden = false;
});

// A form that is sent after the end of the session is lost, so that the page warns before it. The button is an act, which keeps the session.
const sessionEnds = document.getElementById("session-ends");
if (sessionEnds && document.querySelector("#content form[method=post]")) {
  const idleMs = Number(sessionEnds.dataset.idleSeconds) * 1000;
  const button = sessionEnds.querySelector("button");
  let timers = [];
  const ended = () => {
    sessionEnds.querySelector("[data-soon]").hidden = true;
    button.hidden = true;
    sessionEnds.querySelector("[data-ended]").hidden = false;
  };
  const wait = () => {
    timers.forEach((timer) => clearTimeout(timer));
    sessionEnds.hidden = true;
    timers = [setTimeout(() => { sessionEnds.hidden = false; }, idleMs - 120000), setTimeout(ended, idleMs)];
  };
  button.addEventListener("click", async () => {
    const answer = await fetch("/profile", {method: "HEAD", redirect: "manual"});
    if (answer.ok) {
      wait();
    } else {
      ended();
    }
  });
  wait();
}

// Uploads: progress, what failed, and where to read on. Without scripts the forms are sent as usual.
document.addEventListener("htmx:confirm", (event) => {
  const form = event.target.closest("form.upload");
  const file = form && form.elements.file.files[0];
  if (form) {
    form.querySelectorAll("[data-failed], [data-too-large]").forEach((text) => { text.hidden = true; });
  }
  if (file && file.size > Number(form.elements.file.dataset.maxBytes)) {
    event.preventDefault();
    const text = form.querySelector("[data-too-large]");
    text.hidden = false;
    text.focus();
  }
});

// Forms that are sent as usual: a file that is too large is not sent at all.
document.addEventListener("submit", (event) => {
  const field = event.target.querySelector("input[type=file][data-max-bytes]");
  const text = event.target.querySelector("[data-too-large]");
  if (field && text && !event.target.matches("form.upload")) {
    text.hidden = !(field.files[0]?.size > Number(field.dataset.maxBytes));
    if (!text.hidden) {
      event.preventDefault();
      text.focus();
    }
  }
});

document.addEventListener("htmx:xhr:progress", (event) => {
  const bar = event.target.closest("form.upload")?.querySelector("progress");
  if (bar && event.detail.lengthComputable) {
    bar.hidden = false;
    bar.value = Math.round(100 * event.detail.loaded / event.detail.total);
  }
});

for (const failure of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(failure, (event) => {
    const form = event.target.closest("form.upload");
    if (form) {
      form.querySelector("progress").hidden = true;
      const text = form.querySelector("[data-failed]");
      text.hidden = false;
      text.focus();
    }
  });
}

// Only what is new takes the focus: a part that updates itself must not take it away from what a person types.
let announced = null;
function readOn() {
  const place = document.getElementById("error-summary") || document.getElementById("added");
  if (place && place !== announced) {
    place.focus();
  }
  announced = place;
}

document.addEventListener("htmx:afterSettle", readOn);
readOn();

// After the key Back, the browser would scroll to where the person was, past a notice that is new on the page.
const seenFirst = document.querySelector("[data-seen-first]");
if (seenFirst) {
  history.scrollRestoration = "manual";
  seenFirst.scrollIntoView({block: "nearest"});
}
