#!/usr/bin/env bash
# The step of action.yml: runs the bundled command and sets the outputs. Inputs arrive as the environment variables of
# settings.
set -euo pipefail

home=$(cd "$(dirname "$0")/.." && pwd)
command="$home/bundle/transfer-conformance.mjs"
mistake() {
  echo "::error title=Transfer conformance::$1"
  exit 2
}

# Without a target, the command would verify its own reference implementation and pass without testing anything.
[ -n "${BASE_URL:-}${ACTION_MERGE:-}" ] || mistake 'base-url is empty; give the address of the target'
[ -f "$command" ] || mistake 'this commit has no bundle/transfer-conformance.mjs; use the action by the tag of a release, or write it by "npm ci && npm run bundle"'

# An input that is not given is an empty variable, which the command would reject as a mistake.
for name in $(compgen -e); do
  [ -n "${!name}" ] || unset "$name"
done

words=()
lines() {
  while IFS= read -r line; do
    [ -z "$line" ] || words+=("$line")
  done <<<"$1"
}
if [ -n "${ACTION_MERGE:-}" ]; then words+=(merge) && lines "$ACTION_MERGE"; else words+=(run); fi
lines "${ACTION_ARGUMENTS:-}"

code=0
node "$command" "${words[@]}" || code=$?

# After a mistake in the settings, an existing report belongs to another run.
out=${CONFORMANCE_OUT:-conformance-report}
echo "exit-code=$code" >>"${GITHUB_OUTPUT:-/dev/null}"
if [ "$code" != 2 ] && [ -f "$out/report.json" ]; then
  node -e '
    const [, out] = process.argv;
    const { verdict, gate, seed, summary } = JSON.parse(require("node:fs").readFileSync(`${out}/report.json`, "utf8"));
    const files = { report: "report.json", "report-html": "report.html", junit: "junit.xml", exchanges: "exchanges.har" };
    const paths = Object.entries(files).map(([name, file]) => [name, `${out}/${file}`]);
    const counts = Object.entries(summary).map(([name, count]) => [name.replaceAll("_", "-"), count]);
    const outputs = { verdict, gate: gate.outcome, seed, ...Object.fromEntries([...counts, ...paths]) };
    for (const [name, value] of Object.entries(outputs)) console.log(`${name}=${value}`);
  ' "$out" >>"${GITHUB_OUTPUT:-/dev/null}"
fi
exit "$code"
