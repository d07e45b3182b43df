#!/usr/bin/env bash
# The step of action.yml: builds the command where it is not built yet, runs it, and shows the outcome.
set -euo pipefail

home=$(cd "$(dirname "$0")/.." && pwd)
main="$home/dist/src/cli/main.js"
out=${CONFORMANCE_OUT:-conformance-report}

# Without a target the command would verify its own reference implementation, and be green for nothing.
if [ -z "${BASE_URL:-}" ]; then
  echo '::error title=Transfer conformance::base-url is empty; give the address of the target'
  exit 2
fi

# An input that is not given is an empty variable, which the command takes for a mistake.
for name in $(compgen -e); do
  [ -n "${!name}" ] || unset "$name"
done

if [ ! -f "$main" ]; then
  (cd "$home" && npm ci --no-audit --no-fund && npm run --silent build) >&2
fi

flags=(--out "$out" --fail-on "${CONFORMANCE_FAIL_ON:-must}")
[ -z "${CONFORMANCE_WAIVERS:-}" ] || flags+=(--waivers "$CONFORMANCE_WAIVERS")
[ -z "${CONFORMANCE_BASELINE:-}" ] || flags+=(--baseline "$CONFORMANCE_BASELINE")
[ "${CONFORMANCE_ALLOW_INCOMPLETE:-false}" != true ] || flags+=(--allow-incomplete)
while IFS= read -r flag; do
  [ -z "$flag" ] || flags+=("$flag")
done <<<"${CONFORMANCE_ARGUMENTS:-}"

code=0
node "$main" run "${flags[@]}" || code=$?

# After a mistake in the flags, a report that lies there is of another run.
if [ "$code" != 2 ] && [ -f "$out/report.json" ]; then
  node -e '
    const [, file] = process.argv;
    const { verdict, gate } = JSON.parse(require("node:fs").readFileSync(file, "utf8"));
    console.log(`verdict=${verdict}\ngate=${gate.outcome}\nreport=${file}`);
  ' "$out/report.json" >>"${GITHUB_OUTPUT:-/dev/null}"
fi
exit "$code"
