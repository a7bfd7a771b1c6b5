#!/usr/bin/env python3
"""Receives Hundi's webhooks: Python 3.9 or newer, standard library only.

    python3 webhooks.py serve PORT SECRET
    python3 webhooks.py verify SECRET NOW_MS TIMESTAMP ALG SIGNATURE_V2 SIGNATURE < body   ("" for an absent header)
"""
import hashlib
import hmac
import json
import queue
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_MS = 5 * 60 * 1000
MAX_BODY_BYTES = 1024 * 1024
PAYOUT_EVENTS = ("Initiated", "Successful", "Failed")


def verify(secret, headers, body, now_ms):
    """Whether a webhook is from Hundi and fresh. headers by lower-case name, body the exact bytes received."""
    timestamp = headers.get("x-webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 15):
        return False
    if abs(now_ms - int(timestamp)) > TOLERANCE_MS:
        return False
    if "x-webhook-signature-v2" in headers:
        algorithm = headers.get("x-webhook-alg", "")
        if algorithm != "sha256":
            return False
        signature, prefix = headers["x-webhook-signature-v2"], f"{timestamp}|{algorithm}|"
    else:
        signature, prefix = headers.get("x-webhook-signature", ""), f"{timestamp}|"
    expected = hmac.new(secret.encode(), prefix.encode() + body, hashlib.sha256).digest()
    try:
        return hmac.compare_digest(bytes.fromhex(signature), expected)
    except ValueError:  # not hexadecimal
        return False


def serve(port, secret):
    seen = set()  # in production: a table with a unique key, written in the transaction that handles the event
    work = queue.Queue()

    class Receiver(BaseHTTPRequestHandler):
        timeout = 10  # seconds without a byte

        def do_POST(self):
            length = self.headers.get("Content-Length", "")
            if not (length.isascii() and length.isdigit()):
                return self.answer(411)
            if len(length) > 9 or int(length) > MAX_BODY_BYTES:
                return self.answer(413)
            body = self.rfile.read(int(length))
            headers = {name.lower(): value for name, value in self.headers.items()}
            good = verify(secret, headers, body, int(time.time() * 1000))
            if good:
                work.put(body)  # answer first, work afterwards
            self.answer(200 if good else 401)

        def answer(self, status):
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    def handle(event):
        webhook_id, kind = event["payoutWebhookId"], event["event"]
        if webhook_id in seen:
            print("again", webhook_id, flush=True)
            return
        if kind in PAYOUT_EVENTS:
            print("event", webhook_id, kind, event["data"]["payoutTransactionId"], flush=True)
        else:  # Test, an event that you subscribe to and do not use yet, or one that Hundi adds later
            print("ignored", webhook_id, kind, flush=True)
        seen.add(webhook_id)

    def handle_all():
        while True:
            body = work.get()
            try:
                handle(json.loads(body))
            except Exception as error:  # the next event must not wait for this one; in production: keep it and alert
                print("failed", repr(error), flush=True)

    threading.Thread(target=handle_all, daemon=True).start()
    server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    print("listening", server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "serve":
        serve(int(sys.argv[2]), sys.argv[3])
    elif len(sys.argv) == 8 and sys.argv[1] == "verify":
        names = ("x-webhook-timestamp", "x-webhook-alg", "x-webhook-signature-v2", "x-webhook-signature")
        sent = {name: value for name, value in zip(names, sys.argv[4:]) if value}
        good = verify(sys.argv[2], sent, sys.stdin.buffer.read(), int(sys.argv[3]))
        print("good" if good else "refused")
    else:
        sys.exit(__doc__)
