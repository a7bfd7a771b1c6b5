// A small client of the Hundi API: Node 18 or newer, nothing to install.
//
//   node hundi-client.mjs var/sandbox.json       pays a beneficiary of the sandbox and follows the payout to its end
//   node hundi-client.mjs vectors vectors.json   signs the published test vectors
//   node hundi-client.mjs verify var/sandbox.json BENEFICIARY_ID   asks a bank for the holder's name
import { createHash, createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * HMAC v2. host and pathAndQuery exactly as they are sent, body the exact text. An idempotency key is signed too if
 * x-signed-headers says so.
 */
export function signV2(signingKey, method, host, pathAndQuery, apiKey, timestamp, nonce, body, idempotencyKey) {
  const hashed = ["GET", "DELETE"].includes(method.toUpperCase()) ? "" : body;
  const bodyHash = createHash("sha256").update(hashed, "utf8").digest("hex");
  const parts = [method.toUpperCase(), host.toLowerCase(), pathAndQuery, apiKey, timestamp, nonce, bodyHash];
  const canonical = [...parts, ...(idempotencyKey ? [idempotencyKey] : [])].join("|");
  return createHmac("sha256", signingKey).update(canonical, "utf8").digest("hex");
}

/** HMAC v1 (legacy): for requests without a query. */
export function signV1(signingKey, method, path, timestamp, body) {
  const signedBody = ["GET", "DELETE", "HEAD", "OPTIONS"].includes(method.toUpperCase()) ? "" : body;
  const canonical = [method.toUpperCase(), path, timestamp, signedBody].join("|");
  return createHmac("sha256", signingKey).update(canonical, "utf8").digest("hex");
}

const MAX_WAIT_SECONDS = 60;

/** Retry-After is a number of seconds or, from some proxies, a date. */
function waitSeconds(retryAfter) {
  const seconds = /^[0-9]+$/.test(retryAfter ?? "") ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 1 : Math.min(Math.max(seconds, 0), MAX_WAIT_SECONDS);
}

/** The envelope of an answer; empty if a proxy answered with something else. */
function envelope(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The API answered with an error: status, code (stable), message (for people), data, retryAfter in seconds. */
export class HundiError extends Error {
  constructor(status, answer, retryAfter) {
    super(`${status} ${answer.code}: ${answer.message} ${JSON.stringify(answer.data)}`);
    Object.assign(this, { status, code: answer.code, data: answer.data, retryAfter: waitSeconds(retryAfter) });
  }

  get temporary() {
    return [408, 429].includes(this.status) || this.status >= 500;
  }
}

export class HundiClient {
  constructor(apiUrl, apiKey, signingKey) {
    Object.assign(this, { apiUrl: apiUrl.replace(/\/$/, ""), host: new URL(apiUrl).host, apiKey, signingKey });
  }

  /** One signed request; every try gets its own timestamp, nonce and signature. */
  async call(method, pathAndQuery, payload, idempotencyKey) {
    const body = payload === undefined ? "" : JSON.stringify(payload);
    const timestamp = String(Date.now());
    const nonce = randomUUID();
    const response = await fetch(this.apiUrl + pathAndQuery, {
      method,
      body: body || undefined,
      signal: AbortSignal.timeout(30_000),
      headers: {
        "content-type": "application/json",
        "x-service-sig-version": "2",
        "x-api-key": this.apiKey,
        "x-timestamp": timestamp,
        "x-nonce": nonce,
        "x-signature": signV2(
          this.signingKey, method, this.host, pathAndQuery, this.apiKey, timestamp, nonce, body, idempotencyKey),
        ...(idempotencyKey && { "idempotency-key": idempotencyKey, "x-signed-headers": "idempotency-key" }),
      },
    });
    const answer = envelope(await response.text());
    if (!response.ok) throw new HundiError(response.status, answer, response.headers.get("retry-after"));
    if (answer.data === undefined) throw new Error("The answer is not from Hundi");
    return answer.data;
  }

  wallet() {
    return this.call("GET", "/v1/wallet");
  }

  /** Creates a beneficiary, or finds the one that has the target already and reactivates it if it is archived. */
  async beneficiary(fields) {
    try {
      return (await this.call("POST", "/v1/beneficiaries", fields)).beneficiaryId;
    } catch (error) {
      if (error.code !== "beneficiary_exists") throw error;
      const { beneficiaryId, status } = error.data;
      if (status === "inactive") await this.call("POST", `/v1/beneficiaries/${beneficiaryId}/reactivate`);
      return beneficiaryId;
    }
  }

  /** Asks a bank for the holder's name of a beneficiary; a result is charged. */
  async verify(beneficiaryId, seconds = 150) {
    const path = `/v1/beneficiaries/${beneficiaryId}/verification`;
    const deadline = Date.now() + seconds * 1000;
    let verification = await this.call("POST", path);
    while (verification.result === null && Date.now() < deadline) {
      await sleep(500);
      verification = await this.read(path, deadline);
    }
    return verification;
  }

  /** Initiates a payout. A retry with the same key never pays twice. */
  async pay(payout, idempotencyKey) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.call("POST", "/v1/payouts", payout, idempotencyKey);
      } catch (error) {
        // Any other error is no answer, or part of one: the payout may have been accepted.
        const lasting = error instanceof HundiError && !error.temporary;
        if (lasting || attempt === 4) throw error;
        await sleep(1000 * (error.retryAfter ?? 1));
      }
    }
  }

  /** Reads, and until the deadline again if there was no answer, or one that holds only for now. */
  async read(path, deadline) {
    for (;;) {
      try {
        return await this.call("GET", path);
      } catch (error) {
        const lasting = error instanceof HundiError && !error.temporary;
        if (lasting || Date.now() > deadline) throw error;
        await sleep(1000 * (error.retryAfter ?? 1));
      }
    }
  }

  /** Polls. Webhooks are quicker and cheaper; this is for when one is late. */
  async waitUntilFinal(id, seconds = 120) {
    const deadline = Date.now() + seconds * 1000;
    for (;;) {
      const [payout] = await this.read(`/v1/payouts/${id}`, deadline);
      if ([11, 12].includes(payout.status) || Date.now() > deadline) return payout;
      await sleep(500);
    }
  }

  search(text, limit = 50, offset = 0) {
    return this.call("GET", "/v1/payouts?" + new URLSearchParams({ search: text, limit, offset }));
  }

  /** What webhooks report, newest first, for events that were missed. Discard duplicates by payoutWebhookId. */
  events(since, limit = 200, offset = 0) {
    return this.call("GET", "/v1/events?" + new URLSearchParams({ since, limit, offset }));
  }
}

function sandboxClient(sandboxFile) {
  const sandbox = JSON.parse(readFileSync(sandboxFile, "utf8"));
  const business = sandbox.businesses.find((one) => one.apiAccess);
  return new HundiClient(sandbox.apiUrl, business.apiKey, business.signingKey);
}

async function verify(sandboxFile, beneficiaryId) {
  const found = await sandboxClient(sandboxFile).verify(beneficiaryId);
  console.log("verified", found.result, found.score, found.nameAtBank);
  return found.result !== null;
}

async function demo(sandboxFile) {
  const client = sandboxClient(sandboxFile);

  console.log("spendable", (await client.wallet()).spendablePaise, "paise");
  const beneficiaryId = await client.beneficiary({
    name: "Ramesh Kumar", phoneNumber: "9876543210", accountNumber: "026291800001191", ifsc: "YESB0000262",
  });
  console.log("beneficiary", beneficiaryId);
  const reference = "ND-" + randomUUID().slice(0, 13);
  const accepted = await client.pay(
    { beneficiaryId, amount: "1500.00", transactionType: "I", merchantReferenceId: reference }, reference);
  console.log("payout", accepted.payoutTransactionId, accepted.transactionId);
  const payout = await client.waitUntilFinal(accepted.payoutTransactionId);
  console.log("status", payout.status, payout.responseCode, "utr", payout.utr);
  for (const found of await client.search(reference)) {
    console.log("found", found.payoutTransactionId, "by", found.merchantReferenceId);
  }
  for (const { event, data } of await client.events(payout.createdAt)) {
    if (data.payoutTransactionId === payout.payoutTransactionId) console.log("event", event, data.timestamp);
  }
  return payout.status === 11;
}

function vectors(file) {
  const { requests } = JSON.parse(readFileSync(file, "utf8"));
  for (const v of requests) {
    const signature = v.version === 1
      ? signV1(v.signingKey, v.method, v.target, v.timestamp, v.body)
      : signV2(v.signingKey, v.method, v.host, v.target, v.apiKey, v.timestamp, v.nonce, v.body);
    if (signature !== v.signature) {
      console.log("wrong:", v.name);
      return false;
    }
  }
  console.log("vectors", requests.length);
  return true;
}

const [first, second, third] = process.argv.slice(2);
if (first === "vectors") process.exitCode = vectors(second) ? 0 : 1;
else if (first === "verify") process.exitCode = (await verify(second, third)) ? 0 : 1;
else if (first) process.exitCode = (await demo(first)) ? 0 : 1;
else console.log("node hundi-client.mjs var/sandbox.json");
