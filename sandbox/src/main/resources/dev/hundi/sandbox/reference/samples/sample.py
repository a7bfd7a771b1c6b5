import hashlib, hmac, os, time, urllib.error, urllib.request, uuid

api_key, signing_key = os.environ["API_KEY"], os.environ["SIGNING_KEY"]
target = "@target@"
body = '@body@'.encode()
timestamp, nonce = str(int(time.time() * 1000)), str(uuid.uuid4())
canonical = "|".join(["@method@", "@host@", target, api_key, timestamp, nonce, hashlib.sha256(body).hexdigest()@signed@])
headers = {
    "x-service-sig-version": "2", "x-api-key": api_key, "x-timestamp": timestamp, "x-nonce": nonce,
    "x-signature": hmac.new(signing_key.encode(), canonical.encode(), hashlib.sha256).hexdigest(),
@headers@}
request = urllib.request.Request("@url@" + target, body or None, headers, method="@method@")
try:
    answer = urllib.request.urlopen(request, timeout=30)
except urllib.error.HTTPError as error:
    answer = error
print(answer.read().decode())
