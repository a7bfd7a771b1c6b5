#!/usr/bin/env python3
"""A small client of the Hundi API: Python 3.9 or newer, standard library only.

    python3 hundi_client.py var/sandbox.json       pays a beneficiary of the sandbox and follows the payout to its end
    python3 hundi_client.py vectors vectors.json   signs the published test vectors
    python3 hundi_client.py verify var/sandbox.json BENEFICIARY_ID   asks a bank for the holder's name
"""
import email.utils
import hashlib
import hmac
import http.client
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

MAX_WAIT_SECONDS = 60


def sign_v2(signing_key, method, host, path_and_query, api_key, timestamp, nonce, body, idempotency_key=None):
    """HMAC v2. host and path_and_query exactly as they are sent, body the exact bytes. An idempotency key is signed
    too if x-signed-headers says so."""
    hashed = b"" if method.upper() in ("GET", "DELETE") else body
    canonical = "|".join([method.upper(), host.lower(), path_and_query, api_key, timestamp, nonce,
                          hashlib.sha256(hashed).hexdigest()] + ([idempotency_key] if idempotency_key else []))
    return hmac.new(signing_key.encode(), canonical.encode(), hashlib.sha256).hexdigest()


def sign_v1(signing_key, method, path, timestamp, body):
    """HMAC v1 (legacy): for requests without a query."""
    signed_body = b"" if method.upper() in ("GET", "DELETE", "HEAD", "OPTIONS") else body
    canonical = "|".join([method.upper(), path, timestamp, ""]).encode() + signed_body
    return hmac.new(signing_key.encode(), canonical, hashlib.sha256).hexdigest()


class HundiError(Exception):
    """The API answered with an error: status, code (stable), message (for people), data, retry_after in seconds."""

    def __init__(self, status, answer, retry_after):
        super().__init__(f"{status} {answer.get('code')}: {answer.get('message')} {json.dumps(answer.get('data'))}")
        self.status, self.code, self.data = status, answer.get("code"), answer.get("data")
        self.retry_after = wait_seconds(retry_after)

    def is_temporary(self):
        return self.status in (408, 429) or self.status >= 500


def wait_seconds(retry_after):
    """Retry-After is a number of seconds or, from some proxies, a date."""
    seconds = 1
    try:
        seconds = float(retry_after) if retry_after.isdigit() else (
            email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (AttributeError, TypeError, ValueError):
        pass  # there is none, or it is neither
    return min(max(seconds, 0), MAX_WAIT_SECONDS)


def envelope(body):
    """The envelope of an answer; empty if a proxy answered with something else."""
    try:
        answer = json.loads(body)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


class HundiClient:
    def __init__(self, api_url, api_key, signing_key):
        self.api_url, self.api_key, self.signing_key = api_url.rstrip("/"), api_key, signing_key
        self.host = urllib.parse.urlsplit(self.api_url).netloc  # with the port that it names, as urllib sends it

    def call(self, method, path_and_query, payload=None, idempotency_key=None):
        """One signed request; every try gets its own timestamp, nonce and signature."""
        body = b"" if payload is None else json.dumps(payload, ensure_ascii=False).encode()
        timestamp, nonce = str(int(time.time() * 1000)), str(uuid.uuid4())
        request = urllib.request.Request(self.api_url + path_and_query, data=body or None, method=method, headers={
            "Content-Type": "application/json",
            "x-service-sig-version": "2",
            "x-api-key": self.api_key,
            "x-timestamp": timestamp,
            "x-nonce": nonce,
            "x-signature": sign_v2(self.signing_key, method, self.host, path_and_query, self.api_key, timestamp,
                                   nonce, body, idempotency_key),
            **({"Idempotency-Key": idempotency_key, "x-signed-headers": "idempotency-key"} if idempotency_key else {})})
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                answer = envelope(response.read())
        except urllib.error.HTTPError as error:
            raise HundiError(error.code, envelope(error.read()), error.headers.get("Retry-After")) from None
        if "data" not in answer:
            raise http.client.HTTPException("The answer is not from Hundi")
        return answer["data"]

    def wallet(self):
        return self.call("GET", "/v1/wallet")

    def beneficiary(self, **fields):
        """Creates a beneficiary, or finds the one that has the target already and reactivates it if it is archived."""
        try:
            return self.call("POST", "/v1/beneficiaries", fields)["beneficiaryId"]
        except HundiError as error:
            if error.code != "beneficiary_exists":
                raise
            beneficiary_id = error.data["beneficiaryId"]
            if error.data["status"] == "inactive":
                self.call("POST", f"/v1/beneficiaries/{beneficiary_id}/reactivate")
            return beneficiary_id

    def verify(self, beneficiary_id, seconds=150):
        """Asks a bank for the holder's name of a beneficiary; a result is charged."""
        path = f"/v1/beneficiaries/{beneficiary_id}/verification"
        verification = self.call("POST", path)
        deadline = time.monotonic() + seconds
        while verification["result"] is None and time.monotonic() < deadline:
            time.sleep(0.5)
            verification = self.read(path, deadline)
        return verification

    def pay(self, beneficiary_id, amount, rail, reference, idempotency_key):
        """Initiates a payout. A retry with the same key never pays twice."""
        for attempt in range(5):
            try:
                return self.call("POST", "/v1/payouts", {
                    "beneficiaryId": beneficiary_id, "amount": amount, "transactionType": rail,
                    "merchantReferenceId": reference}, idempotency_key)
            except HundiError as error:
                if not error.is_temporary() or attempt == 4:
                    raise
                time.sleep(error.retry_after)
            except (OSError, http.client.HTTPException):  # no answer, or part of one: it may have been accepted
                if attempt == 4:
                    raise
                time.sleep(1)

    def read(self, path, deadline):
        """Reads, and until the deadline again if there was no answer, or one that holds only for now."""
        while True:
            try:
                return self.call("GET", path)
            except HundiError as error:
                if not error.is_temporary() or time.monotonic() > deadline:
                    raise
                time.sleep(error.retry_after)
            except (OSError, http.client.HTTPException):
                if time.monotonic() > deadline:
                    raise
                time.sleep(1)

    def wait_until_final(self, payout_id, seconds=120):
        """Polls. Webhooks are quicker and cheaper; this is for when one is late."""
        deadline = time.monotonic() + seconds
        while True:
            payout = self.read(f"/v1/payouts/{payout_id}", deadline)[0]
            if payout["status"] in (11, 12) or time.monotonic() > deadline:
                return payout
            time.sleep(0.5)

    def search(self, text, limit=50, offset=0):
        query = urllib.parse.urlencode({"search": text, "limit": limit, "offset": offset})
        return self.call("GET", "/v1/payouts?" + query)

    def events(self, since, limit=200, offset=0):
        """What webhooks report, newest first, for events that were missed. Discard duplicates by payoutWebhookId."""
        query = urllib.parse.urlencode({"since": since, "limit": limit, "offset": offset})
        return self.call("GET", "/v1/events?" + query)


def sandbox_client(sandbox_file):
    with open(sandbox_file, encoding="utf-8") as file:
        sandbox = json.load(file)
    business = next(one for one in sandbox["businesses"] if one["apiAccess"])
    return HundiClient(sandbox["apiUrl"], business["apiKey"], business["signingKey"])


def demo(sandbox_file):
    client = sandbox_client(sandbox_file)

    print("spendable", client.wallet()["spendablePaise"], "paise")
    beneficiary_id = client.beneficiary(name="Ramesh Kumar", phoneNumber="9876543210",
                                        accountNumber="026291800001191", ifsc="YESB0000262")
    print("beneficiary", beneficiary_id)
    reference = "PY-" + uuid.uuid4().hex[:12]
    accepted = client.pay(beneficiary_id, "1500.00", "I", reference, idempotency_key=reference)
    print("payout", accepted["payoutTransactionId"], accepted["transactionId"])
    payout = client.wait_until_final(accepted["payoutTransactionId"])
    print("status", payout["status"], payout["responseCode"], "utr", payout["utr"])
    for found in client.search(reference):
        print("found", found["payoutTransactionId"], "by", found["merchantReferenceId"])
    for event in client.events(payout["createdAt"]):
        if event["data"].get("payoutTransactionId") == payout["payoutTransactionId"]:
            print("event", event["event"], event["data"]["timestamp"])
    return payout["status"] == 11


def vectors(file):
    with open(file, encoding="utf-8") as opened:
        requests = json.load(opened)["requests"]
    for vector in requests:
        body = vector["body"].encode()
        signature = (sign_v1(vector["signingKey"], vector["method"], vector["target"], vector["timestamp"], body)
                     if vector["version"] == 1 else
                     sign_v2(vector["signingKey"], vector["method"], vector["host"], vector["target"],
                             vector["apiKey"], vector["timestamp"], vector["nonce"], body))
        if signature != vector["signature"]:
            print("wrong:", vector["name"])
            return False
    print("vectors", len(requests))
    return True


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "vectors":
        sys.exit(0 if vectors(sys.argv[2]) else 1)
    if len(sys.argv) == 4 and sys.argv[1] == "verify":
        found = sandbox_client(sys.argv[2]).verify(sys.argv[3])
        print("verified", found["result"], found["score"], found["nameAtBank"])
        sys.exit(0 if found["result"] else 1)
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(0 if demo(sys.argv[1]) else 1)
