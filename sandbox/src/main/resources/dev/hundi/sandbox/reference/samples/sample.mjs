import { createHash, createHmac, randomUUID } from "node:crypto";

const { API_KEY, SIGNING_KEY } = process.env;
const target = "@target@";
const body = '@body@';
const timestamp = Date.now().toString(), nonce = randomUUID();
const hash = createHash("sha256").update(body).digest("hex");
const canonical = ["@method@", "@host@", target, API_KEY, timestamp, nonce, hash@signed@].join("|");
const answer = await fetch("@url@" + target, {
  method: "@method@",
  body: body || undefined,
  headers: {
    "x-service-sig-version": "2", "x-api-key": API_KEY, "x-timestamp": timestamp, "x-nonce": nonce,
    "x-signature": createHmac("sha256", SIGNING_KEY).update(canonical).digest("hex"),
@headers@  },
});
console.log(await answer.text());
