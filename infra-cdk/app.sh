#!/bin/sh
# What cdk.json runs, and with "cost" ./sluice: builds what is missing or older than its sources, says so, and hands over to Java.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
home=$(dirname "$here")

find_java() {
  for java in "${JAVA_HOME:-}/bin/java" /usr/lib/jvm/*25*/bin/java "$(command -v java || true)"; do
    [ -x "$java" ] || continue
    version=$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p')
    if [ "${version:-0}" -ge 25 ]; then
      printf '%s\n' "$java"
      return
    fi
  done
  echo "infra-cdk: needs Java 25. Install a JDK 25, such as Eclipse Temurin, and point JAVA_HOME at it." >&2
  exit 1
}

# A stale jar must never be deployed by accident. Maven writes both anew each time it packages.
jar="$home/lambda/target/sluice.jar"
app="$here/target/classpath.txt"
functions_sources() (
  cd "$home"
  set -- pom.xml
  for module in metrics relay publishers/kafka publishers/aws lambda; do
    set -- "$@" "$module/pom.xml" "$module/src/main"
  done
  find "$@" -newer "$jar"
)
is_stale() {
  [ -f "$jar" ] && [ -f "$app" ] || return 0
  [ -n "$(functions_sources | head -n 1)" ] ||
    [ -n "$(find "$home/pom.xml" "$home"/docs/schema/*.json "$here/pom.xml" "$here/src/main" -newer "$app" | head -n 1)" ]
}

java=$(find_java)
if is_stale; then
  command -v mvn >/dev/null || { echo "infra-cdk: needs Maven 3.8 or later to build" >&2; exit 1; }
  echo "infra-cdk: building the functions and this app, a minute or two" >&2
  (cd "$home" && mvn -DskipTests -pl infra-cdk -am package) 2>&1 |
    sed -n '/Building \|BUILD\|ERROR/s/^/infra-cdk: /p' >&2
  if is_stale; then
    echo "infra-cdk: the build failed; mvn -DskipTests -pl infra-cdk -am package tells more" >&2
    exit 1
  fi
fi

# The CDK warns in large letters of a Node that it does not know or that is too old for it.
export JSII_SILENCE_WARNING_DEPRECATED_NODE_VERSION=1
export JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION=1
export JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=18,20,22,24

launch() {
  exec "$java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -Xshare:auto \
    -cp "$here/target/classes:$(cat "$app")" "$@"
}

if [ "${1:-}" = cost ]; then
  command -v node >/dev/null || { echo "infra-cdk: needs Node 20 or later to synthesise" >&2; exit 1; }
  shift
  # The CDK leaves megabytes there.
  temporary=$(mktemp -d)
  trap 'rm -rf "$temporary"' EXIT
  (launch -Djava.io.tmpdir="$temporary" -Dsluice.infra="$here" dev.sluice.cdk.app.CostCommand "$@")
  exit
fi

launch dev.sluice.cdk.app.Main
