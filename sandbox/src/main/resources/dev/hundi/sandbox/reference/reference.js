// Signs with HMAC version 2, as docs/integrating.md says. The keys are those of the sandbox's demo businesses.
const keys = fetch("keys.json").then((answer) => answer.json()).then(fillIn);
const chosen = document.getElementById("business");
keys.then(({ businesses = [] }) => businesses.forEach(({ name }) => chosen.add(new Option(name))));

// The portal links here with the id of a key. Its signing key stays in this page.
function fillIn(answer) {
  const wanted = new URLSearchParams(location.search).get("key");
  const { businesses = [] } = answer;
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(wanted ?? "")) return answer;
  const known = businesses.find(({ apiKey }) => apiKey === wanted);
  return { ...answer, businesses: [known ?? { name: wanted, apiKey: wanted }, ...businesses.filter((each) => each !== known)] };
}

const utf8 = new TextEncoder();
const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function sign(request) {
  const { apiUrl, businesses = [] } = await keys;
  const business = businesses[chosen.selectedIndex];
  if (!business) throw new Error("The sandbox has no demo business yet; reload the page when it is ready");
  business.signingKey ||= prompt(`Signing key of ${business.apiKey}`) ?? "";
  const { pathname, search } = new URL(request.url);
  const target = pathname.replace("/docs/try", "") + search;
  const bodyless = ["GET", "DELETE"].includes(request.method);
  const body = bodyless ? new ArrayBuffer(0) : await request.clone().arrayBuffer();
  const timestamp = Date.now().toString(), nonce = crypto.randomUUID();
  const idempotencyKey = request.headers.get("idempotency-key");
  const canonical = [request.method, new URL(apiUrl).host, target, business.apiKey, timestamp, nonce,
    hex(await crypto.subtle.digest("SHA-256", body)), ...(idempotencyKey ? [idempotencyKey] : [])].join("|");
  const key = await crypto.subtle.importKey("raw", utf8.encode(business.signingKey), { name: "HMAC", hash: "SHA-256" },
    false, ["sign"]);
  const headers = { "x-service-sig-version": "2", "x-api-key": business.apiKey, "x-timestamp": timestamp,
    "x-nonce": nonce, "x-signature": hex(await crypto.subtle.sign("HMAC", key, utf8.encode(canonical))),
    ...(idempotencyKey && { "x-signed-headers": "idempotency-key" }) };
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
}

// Shows one page of the guide, or all of the reference. Scalar renders again and again, so a style is used, not the elements.
const style = document.head.appendChild(document.createElement("style"));
const guidePage = "#tag/guide-";
let shown;
function show() {
  const hash = decodeURIComponent(location.hash);
  const page = hash.startsWith(guidePage) ? hash.slice(1) : "";
  if (page === shown) return;
  shown = page;
  const guide = 'main :is(section, div)[id*="/tag/guide-"]';
  const others = `main .introduction-section, main [id$="/tag-group/api-reference"], ${guide}:not([id$="/${page}"])`;
  style.textContent = `${page ? others : guide} { display: none !important; }`;
  if (page) scrollTo(0, 0);
}
for (const change of ["pushState", "replaceState"]) {
  const original = history[change];
  history[change] = function (...state) {
    original.apply(history, state);
    show();
  };
}
addEventListener("hashchange", show);
addEventListener("popstate", show);
show();

Scalar.createApiReference("#reference", {
  url: "openapi.json",
  onRequestBuilt: ({ request }) => sign(request),
  hiddenClients: true,
  hideClientButton: true,
  hideModels: true,
  showDeveloperTools: "never",
  documentDownloadType: "direct",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  proxyUrl: "",
});
