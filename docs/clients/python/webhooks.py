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


def verify(secret, headers, body, now_ms):
    """Whether a webhook is from Hundi and fresh. headers by lower-case name, body the exact bytes received."""
    timestamp = headers.get("x-webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(now_ms - int(timestamp)) > TOLERANCE_MS:
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
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            good = verify(secret, headers, body, int(time.time() * 1000))
            if good:
                work.put(body)  # answer first, work afterwards
            self.send_response(200 if good else 401)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    def handle():
        while True:
            event = json.loads(work.get())
            if event["payoutWebhookId"] in seen:
                print("again", event["payoutWebhookId"], flush=True)
                continue
            seen.add(event["payoutWebhookId"])
            print("event", event["payoutWebhookId"], event["event"], event["data"]["payoutTransactionId"], flush=True)

    threading.Thread(target=handle, daemon=True).start()
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
