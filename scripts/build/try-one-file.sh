#!/usr/bin/env bash
# Tries each command of the bundle in an empty folder, with only Node available: scripts/build/try-one-file.sh VERSION FILE
set -euo pipefail
version=$1
file=$(realpath "$2")
node=$(npx -y -p "node@$version" -- which node)
folder=$(mktemp -d)
cp "$file" "$folder/tc.mjs"
cd "$folder"
running=()
trap 'kill "${running[@]}" 2>/dev/null || true; rm -rf "$folder"' EXIT

# Clears the environment, so that CI variables and credentials have no effect.
tc=(env -i PATH="$PATH" HOME="$folder" "$node" tc.mjs)
# `expect CODE WORDS COMMAND…`: fails unless the command ends with the code and prints the words.
expect() {
  local code=0 said
  said=$("${tc[@]}" "${@:3}" 2>&1) || code=$?
  [ "$code" = "$1" ] && grep -qF -- "$2" <<<"$said" && return
  echo "$said" | tail -20
  echo "FAILED: ${*:3} ended with $code in place of $1, or did not print \"$2\""
  exit 1
}
# Waits for the address that a server prints into a file.
address() {
  for _ in $(seq 150); do
    sed -n 's/^BASE_URL=//p' "$1" | grep . && return
    sleep 0.2
  done
  echo "FAILED: $1 names no address"
  exit 1
}

"$node" --version
expect 0 'requirements' list
expect 0 'total = amount + fee' explain FW-TOTAL
expect 0 '"openapi": "3.1.0"' openapi
expect 0 'openapi: 3.0.3' openapi --openapi 3.0 --yaml
expect 2 'did you mean' runn
expect 0 '✓ conformant' run --seed 1 --runs 2 --quiet
[ -s conformance-report/report.html ]
expect 0 '✓' verify conformance-report/exchanges.har --side target --allow-incomplete --quiet --out verified
expect 0 'Not worse' compare conformance-report/report.json conformance-report/report.json

"${tc[@]}" serve --port 0 --fixtures-out fx.json >served &
running+=($!)
target=$(address served)
grep -v '^BASE_URL' served >.env
expect 0 'written' init --base-url "$target" --fixtures fx.json --force
expect 0 "$target" doctor

"${tc[@]}" proxy --target "$target" --listen 127.0.0.1:0 --allow-incomplete --out passed >relayed 2>&1 &
proxy=$!
running+=("$proxy")
relay=$(address relayed)
expect 0 '✓ conformant' run --base-url "$relay" --only listAccounts --quiet --out through
kill -INT "$proxy"
wait "$proxy"
"$node" -e '
  const { summary, verdict } = JSON.parse(require("node:fs").readFileSync("passed/report.json", "utf8"));
  console.log(`the proxy judged ${summary.requests} exchanges: ${verdict}`);
  if (summary.requests === 0 || summary.passed === 0) throw new Error("the proxy judged nothing");'
