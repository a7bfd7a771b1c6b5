# API_KEY and SIGNING_KEY are in the environment.
target='@target@'
body='@body@'
timestamp=$(date +%s%3N) nonce=$(openssl rand -hex 16)
hash=$(printf %s "$body" | openssl dgst -sha256 -r | cut -d' ' -f1)
signature=$(printf %s "@method@|@host@|$target|$API_KEY|$timestamp|$nonce|$hash@signed@" |
  openssl dgst -sha256 -hmac "$SIGNING_KEY" -r | cut -d' ' -f1)
curl -sS -X @method@ "@url@$target" \
  -H 'x-service-sig-version: 2' -H "x-api-key: $API_KEY" -H "x-timestamp: $timestamp" \
  -H "x-nonce: $nonce" -H "x-signature: $signature" \
@headers@  ${body:+--data-binary "$body"}
