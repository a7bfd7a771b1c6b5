#!/usr/bin/env bash
# Verifies Hundi's webhooks: bash 4 or newer and openssl. For a script behind a web server, such as a CGI program.
#
#   webhooks.sh verify SECRET NOW_MS TIMESTAMP ALG SIGNATURE_V2 SIGNATURE < body      ("" for an absent header)
set -euo pipefail

TOLERANCE_MS=300000

# Lower-case hex HMAC-SHA256 of standard input. (The key is seen in the process list while openssl runs.)
hmac() { openssl dgst -sha256 -hmac "$1" -r | cut -d' ' -f1; }

# Whether a webhook is from Hundi and fresh. The exact bytes received on standard input.
verify() { # SECRET NOW_MS TIMESTAMP ALG SIGNATURE_V2 SIGNATURE
  local prefix signature expected once age
  [[ $3 =~ ^[1-9][0-9]{0,14}$ ]] || return 1
  age=$(($2 - $3))
  ((age <= TOLERANCE_MS && age >= -TOLERANCE_MS)) || return 1
  if [ -n "$5" ]; then
    [ "$4" = sha256 ] || return 1
    signature=$5 prefix="$3|$4|"
  else
    signature=$6 prefix="$3|"
  fi
  [[ $signature =~ ^[0-9a-fA-F]{64}$ ]] || return 1
  expected=$({ printf %s "$prefix" && cat; } | hmac "$1")
  # Timing of a bash comparison reveals where two texts differ; comparing their HMACs under a one-time key reveals nothing.
  once=$(openssl rand -hex 16)
  [ "$(printf %s "${signature,,}" | hmac "$once")" = "$(printf %s "$expected" | hmac "$once")" ]
}

if [ "${1-}" = verify ] && [ $# = 7 ]; then
  shift
  if verify "$@"; then echo good; else echo refused; fi
else
  sed -n '2,4s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
