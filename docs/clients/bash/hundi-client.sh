#!/usr/bin/env bash
# A small client of the Hundi API: bash 4 or newer, curl and openssl.
#
#   hundi-client.sh var/sandbox.json    pays a beneficiary of the sandbox and follows the payout to its end
#   hundi-client.sh verify var/sandbox.json BENEFICIARY_ID    asks a bank for the holder's name
#   hundi-client.sh sign-v1 METHOD PATH TIMESTAMP < body                                prints a signature, with
#   hundi-client.sh sign-v2 METHOD HOST PATH_AND_QUERY TIMESTAMP NONCE [KEY] < body     API_KEY and SIGNING_KEY set
set -euo pipefail

# Lower-case hex HMAC-SHA256 of standard input. (The key is seen in the process list while openssl runs.)
hmac() { openssl dgst -sha256 -hmac "$SIGNING_KEY" -r | cut -d' ' -f1; }

# HMAC v2. Host and path as they are sent, the exact bytes of the body on standard input. An idempotency key is signed
# too if x-signed-headers says so.
sign_v2() { # METHOD HOST PATH_AND_QUERY TIMESTAMP NONCE [IDEMPOTENCY_KEY]
  local method=${1^^} hash
  case $method in
    GET | DELETE) hash=$(openssl dgst -sha256 -r </dev/null | cut -d' ' -f1) ;;
    *) hash=$(openssl dgst -sha256 -r | cut -d' ' -f1) ;;
  esac
  printf %s "$method|${2,,}|$3|$API_KEY|$4|$5|$hash${6:+|$6}" | hmac
}

# HMAC v1 (legacy): for requests without a query.
sign_v1() { # METHOD PATH TIMESTAMP
  local method=${1^^}
  case $method in
    GET | DELETE | HEAD | OPTIONS) printf %s "$method|$2|$3|" | hmac ;;
    *) { printf %s "$method|$2|$3|" && cat; } | hmac ;;
  esac
}

# Reads the address and the keys of a business. HOST is the host as curl sends it: without the port that the scheme
# implies.
connect() { # SANDBOX_FILE
  API_URL=$(field apiUrl <"$1") API_KEY=$(field apiKey <"$1") SIGNING_KEY=$(field signingKey <"$1")
  API_URL=${API_URL%/} HOST=${API_URL#*//}
  case $API_URL in
    https:*) HOST=${HOST%:443} ;;
    http:*) HOST=${HOST%:80} ;;
  esac
}

# One signed request; every try gets its own timestamp, nonce and signature. Leaves the answer in ANSWER, its HTTP
# status in STATUS, which is 000 without a whole answer of Hundi, and in WAIT the seconds to wait before a retry.
call() { # METHOD PATH_AND_QUERY BODY [IDEMPOTENCY_KEY]
  local method=$1 target=$2 body=$3 key=${4:-} timestamp nonce signature answer head headers=()
  STATUS=000 ANSWER='' WAIT=1
  timestamp=$(date +%s)000
  nonce=$(openssl rand -hex 16)
  signature=$(printf %s "$body" | sign_v2 "$method" "$HOST" "$target" "$timestamp" "$nonce" "$key")
  headers=(-H 'x-service-sig-version: 2' -H "x-api-key: $API_KEY" -H "x-timestamp: $timestamp" -H "x-nonce: $nonce" \
    -H "x-signature: $signature")
  [ -z "$key" ] || headers+=(-H "idempotency-key: $key" -H 'x-signed-headers: idempotency-key')
  [ -z "$body" ] || headers+=(-H 'content-type: application/json' --data-binary "$body")
  head=$(mktemp)
  # Its status is that of the whole request: an answer that breaks off has a status, too.
  if answer=$(curl -sS -m 30 -D "$head" -w '\n%{http_code}' -X "$method" "$API_URL$target" "${headers[@]}"); then
    STATUS=${answer##*$'\n'} ANSWER=${answer%$'\n'*}
    WAIT=$(wait_seconds "$(sed -n 's/^[Rr]etry-[Aa]fter: *//p' "$head" | tr -d '\r' | tail -n 1)")
    case $STATUS$ANSWER in 2*'"data"'*) ;; 2*) STATUS=000 ;; esac # a proxy answered with something else
  fi
  rm -f "$head"
}

# Retry-After is a number of seconds or, from some proxies, a date.
wait_seconds() { # RETRY_AFTER
  local seconds=1
  if [[ $1 =~ ^[0-9]{1,9}$ ]]; then
    seconds=$((10#$1))
  elif [ -n "$1" ] && seconds=$(date -d "$1" +%s 2>/dev/null); then
    seconds=$((seconds - $(date +%s)))
  else
    seconds=1
  fi
  ((seconds >= 0)) || seconds=0
  ((seconds <= 60)) || seconds=60
  echo "$seconds"
}

# Ends with what Hundi answered, unless it answered with one of these statuses.
expect() { # STATUS...
  case " $* " in *" $STATUS "*) return 0 ;; esac
  echo "Hundi answered with $STATUS: $ANSWER" >&2
  exit 1
}

# Whether the last request was not answered, or only for now: wait WAIT seconds and ask again.
is_passing() { case $STATUS in 000 | 408 | 429 | 5??) ;; *) return 1 ;; esac; }

# The first value of a field in JSON on standard input, empty without one. Enough for Hundi's answers; take jq where you
# have it.
field() { { grep -o "\"$1\" *: *\(\"[^\"]*\"\|[0-9a-z]*\)" || true; } | head -n 1 | sed 's/^"[^"]*" *: *//; s/^"//; s/"$//'; }

# Asks a bank for the holder's name of a beneficiary; a result is charged.
verify() { # SANDBOX_FILE BENEFICIARY_ID
  local path=/v1/beneficiaries/$2/verification result=null
  connect "$1"
  call POST "$path" ''
  expect 202
  for _ in $(seq 300); do
    if is_passing; then
      sleep "$WAIT"
    else
      expect 200 202
      result=$(field result <<<"$ANSWER")
      [ "$result" = null ] || break
      sleep 0.5
    fi
    call GET "$path" ''
  done
  echo "verified $result $(field score <<<"$ANSWER") $(field nameAtBank <<<"$ANSWER")"
  [ "$result" != null ]
}

demo() {
  local beneficiary reference body payout status=''
  connect "$1"

  call GET /v1/wallet ''
  expect 200
  echo "spendable $(field spendablePaise <<<"$ANSWER") paise"

  # 201 with a new one, or 409 with the one that has the target already: the id is in both.
  call POST /v1/beneficiaries \
    '{"name":"Ramesh Kumar","phoneNumber":"9876543210","accountNumber":"026291800001191","ifsc":"YESB0000262"}'
  expect 201 409
  beneficiary=$(field beneficiaryId <<<"$ANSWER")
  if [ "$STATUS" = 409 ] && [ "$(field status <<<"${ANSWER#*\"data\"}")" = inactive ]; then
    call POST "/v1/beneficiaries/$beneficiary/reactivate" ''
    expect 200
  fi
  echo "beneficiary $beneficiary"

  # A retry with the same Idempotency-Key never pays twice.
  reference=SH-$(openssl rand -hex 6)
  body="{\"beneficiaryId\":\"$beneficiary\",\"amount\":\"1500.00\",\"transactionType\":\"I\",\"merchantReferenceId\":\"$reference\"}"
  for attempt in 1 2 3 4 5; do
    call POST /v1/payouts "$body" "$reference"
    is_passing || break
    [ "$attempt" = 5 ] || sleep "$WAIT"
  done
  expect 200
  payout=$(field payoutTransactionId <<<"$ANSWER")
  echo "payout $payout $(field transactionId <<<"$ANSWER")"

  # The detail holds the word status twice: the envelope's first, then the payout's.
  for _ in $(seq 240); do
    call GET "/v1/payouts/$payout" ''
    if is_passing; then
      sleep "$WAIT"
      continue
    fi
    expect 200
    status=$(field status <<<"${ANSWER#*\"data\"}")
    case $status in 11 | 12) break ;; esac
    sleep 0.5
  done
  echo "status $status $(field responseCode <<<"$ANSWER") utr $(field utr <<<"$ANSWER")"

  call GET "/v1/payouts?search=$reference&limit=10" ''
  expect 200
  echo "found $(field payoutTransactionId <<<"$ANSWER") by $(field merchantReferenceId <<<"$ANSWER")"

  # What webhooks report, newest first, for events that were missed.
  call GET "/v1/events?event=Successful&limit=1" ''
  expect 200
  echo "event $(field event <<<"$ANSWER") $(field timestamp <<<"$ANSWER")"
  [ "$status" = 11 ]
}

case ${1:-help} in
  sign-v1) sign_v1 "${@:2}" ;;
  sign-v2) sign_v2 "${@:2}" ;;
  verify) verify "$2" "$3" ;;
  help) sed -n '2,7s/^# \{0,1\}//p' "$0" ;;
  *) demo "$1" ;;
esac
