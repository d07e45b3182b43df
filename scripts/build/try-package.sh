#!/usr/bin/env bash
# Tries the packed tarball like its users: scripts/build/try-package.sh lint|files|size|on VERSION|read-only TARBALL
set -euo pipefail
tarball=$(realpath "${!#}")

# Creates a folder with blanks and non-ASCII letters in its name, readable by everybody.
folder() {
  local parent
  parent=$(mktemp -d)
  chmod 755 "$parent"
  mkdir "$parent/Prüfung der 口座 (leer)"
  echo "$parent/Prüfung der 口座 (leer)"
}

# Checks that all exports of the package resolve for Node and bundlers, with types; it is ESM only.
lint() {
  npx publint --strict "$tarball"
  npx attw --profile esm-only "$tarball"
}

# Checks that it contains only compiled code, schemas and user documentation: no sources, tests or scripts.
files() {
  local strange
  tar tzf "$tarball" | wc -l
  du -h "$tarball"
  strange=$(tar tzf "$tarball" | grep -vE '^package/(dist/.*\.(js|d\.ts)|dist/schemas/.*\.schema\.json|dist/src/run/(catalogue/catalogue|sharding/requests)\.json|dist/src/contract/openapi/examples\.json|docs/.*\.md|\.env\.example|(README|CHANGELOG)\.md|LICENSE|package\.json)$' || true)
  [ -z "$strange" ] || { echo "not needed: $strange"; return 1; }
}

# Checks the disk size of an installation with all dependencies: at most 20 MB.
size() {
  local empty kilobytes
  empty=$(folder)
  cd "$empty"
  echo '{ "private": true }' >package.json
  npm install --silent "$tarball"
  kilobytes=$(du -sk node_modules | cut -f1)
  echo "$kilobytes kB"
  [ "$kilobytes" -le 20000 ] || { du -sk node_modules/* | sort -rn | head -12; return 1; }
}

# Runs the command in an empty folder, and both imports, on one version of Node.
on() {
  local version=$1 empty
  empty=$(folder)
  cd "$empty"
  npx -y -p "node@$version" -p "$tarball" -- sh -c 'node --version; transfer-conformance --quiet; transfer-conformance doctor >doctor.txt; rm doctor.txt'
  [ "$(ls -A)" = conformance-report ]
  echo '{ "private": true }' >package.json
  npm install --silent "$tarball"
  npx -y -p "node@$version" -- node --input-type=module -e "
    import { verifyExchange } from 'transfer-conformance';
    import { defineConformance } from 'transfer-conformance/vitest';
    if (typeof verifyExchange + typeof defineConformance !== 'functionfunction') throw new Error('an export is missing');"
}

# Permissions do not restrict root, so root becomes nobody. A check first proves that nothing can be written.
unprivileged() {
  if [ "$(id -u)" -eq 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi
}

# Uses a working folder without write permission, writes reports elsewhere, and has no HOME.
read_only() {
  local installed reports
  installed=$(folder)
  reports=$(mktemp -d)
  chmod 777 "$reports"
  cd "$installed"
  echo '{ "private": true }' >package.json
  npm install --silent "$tarball"
  chmod 555 .
  if unprivileged touch written 2>/dev/null; then echo 'the folder is not read-only'; return 1; fi
  unprivileged env -u HOME ./node_modules/.bin/transfer-conformance --quiet --out "$reports/the reports"
  [ -s "$reports/the reports/report.html" ] && [ ! -e conformance-report ]
  chmod 755 .
}

case $1 in
  on) on "$2" ;;
  read-only) read_only ;;
  lint | files | size) "$1" ;;
  *) echo "scripts/build/try-package.sh lint|files|size|on VERSION|read-only TARBALL"; exit 2 ;;
esac
