// Receives Hundi's webhooks: Node 18 or newer, nothing to install.
//
//   node webhooks.mjs serve PORT SECRET
//   node webhooks.mjs verify SECRET NOW_MS TIMESTAMP ALG SIGNATURE_V2 SIGNATURE < body   ("" for an absent header)
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const TOLERANCE_MS = 5 * 60 * 1000;
const MAX_BODY_BYTES = 1024 * 1024;
const PAYOUT_EVENTS = ["Initiated", "Successful", "Failed"];

/** Whether a webhook is from Hundi and fresh. headers by lower-case name, body the exact bytes received. */
export function verify(secret, headers, body, nowMs) {
  const timestamp = headers["x-webhook-timestamp"] ?? "";
  if (!/^[0-9]{1,15}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp)) > TOLERANCE_MS) return false;
  let signature = headers["x-webhook-signature-v2"];
  let prefix = `${timestamp}|${headers["x-webhook-alg"]}|`;
  if (signature === undefined) {
    signature = headers["x-webhook-signature"] ?? "";
    prefix = `${timestamp}|`;
  } else if (headers["x-webhook-alg"] !== "sha256") {
    return false;
  }
  const expected = createHmac("sha256", secret).update(prefix).update(body).digest();
  // Checked first, because Buffer.from would stop at the first character that is not hexadecimal.
  return /^[0-9a-fA-F]{64}$/.test(signature) && timingSafeEqual(Buffer.from(signature, "hex"), expected);
}

function serve(port, secret) {
  const seen = new Set(); // in production: a table with a unique key, written in the transaction that handles the event

  function handle({ payoutWebhookId: id, event, data }) {
    if (id === undefined || event === undefined) throw new Error("not a webhook of Hundi");
    if (seen.has(id)) return console.log("again", id);
    if (!PAYOUT_EVENTS.includes(event)) {
      // Test, an event that you subscribe to and do not use yet, or one that Hundi adds later
      console.log("ignored", id, event);
    } else if (data?.payoutTransactionId === undefined) {
      throw new Error(`${event} ${id} has no payoutTransactionId`);
    } else {
      console.log("event", id, event, data.payoutTransactionId);
    }
    seen.add(id);
  }

  function work(body) {
    try {
      handle(JSON.parse(body.toString("utf8")));
    } catch (error) { // one bad event must not end the process; in production: keep it and alert
      console.log("failed", String(error));
    }
  }

  const server = createServer(async (request, response) => {
    try {
      const body = await read(request);
      if (body === undefined) return response.writeHead(413, { connection: "close" }).end();
      const good = verify(secret, request.headers, body, Date.now());
      response.writeHead(good ? 200 : 401).end();
      if (good) setImmediate(work, body); // answer first, work afterwards
    } catch { // the sender broke off
      response.destroy();
    }
  });
  server.listen(port, "127.0.0.1", () => console.log("listening", server.address().port));
}

/** The body, or undefined if it is too large. */
async function read(request) {
  const chunks = [];
  let size = 0;
  // The rest of a body that is too large stays unread, and the connection open for the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function verifyOnce([secret, nowMs, timestamp, alg, v2, legacy]) {
  const sent = { "x-webhook-timestamp": timestamp, "x-webhook-alg": alg, "x-webhook-signature-v2": v2, "x-webhook-signature": legacy };
  const headers = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ""));
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  console.log(verify(secret, headers, Buffer.concat(chunks), Number(nowMs)) ? "good" : "refused");
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === "serve") serve(Number(rest[0]), rest[1]);
else if (mode === "verify") await verifyOnce(rest);
else console.log("node webhooks.mjs serve PORT SECRET");
