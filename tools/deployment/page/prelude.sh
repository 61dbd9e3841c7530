# What is different where the page is tried: everything before its first command, and what happens around blocks that
# have a word of their own (README.md of tools/deployment says which). Sourced by the session of `try --page`.

export DOCKER_BUILDKIT=0
# The page's ports, on this machine only: a variable counts for more than the same in `.env`.
export TABLETALK_HTTPS_PORT=127.0.0.1:8443 TABLETALK_HTTP_PORT=127.0.0.1:8080 TABLETALK_PORT=127.0.0.1:8080

# Whatever files `.env` names at the time, and those of the stand-ins.
docker() {
  local files
  files=$([ ! -e .env ] || sed -n 's/^COMPOSE_FILE=//p' .env | tail -n 1)
  COMPOSE_FILE=${files:-docker-compose.yml}:tools/deployment/stand-ins.yml:tools/deployment/page.yml command docker "$@"
}
# For deploy/upgrade and deploy/rotate too.
export -f docker

api() {
  local path=$1
  shift
  curl -sSf -m 100 --retry 60 --retry-delay 1 --retry-connrefused --cacert cert.pem \
    "https://localhost:8443/api/v1/chat/$path" -H "X-API-Key: $(jq -r .key demo.json)" \
    -H 'X-Tenant-Id: 1' -H 'X-Scope-Id: me' -H 'Content-Type: application/json' "$@"
}

said() { jq -c '[.data.messages[] | {role, content}]'; }

# Asks as the page does, until there is an answer: who restarts everything is away for a moment.
ask_again() {
  local began=$SECONDS
  until ask > "$1" 2> "$1.error" && jq -e .success "$1" > /dev/null 2>&1; do
    echo "  not yet: $(jq -r .message "$1" 2> /dev/null) $(tail -n 1 "$1.error")"
    [ $((SECONDS - began)) -lt 120 ] || { cat "$1" "$1.error"; echo 'No answer within two minutes.'; return 1; }
    sleep 1
  done
  echo "Asked again, and answered after $((SECONDS - began)) s: $(jq -r .data.message "$1")"
}

# A backup while a turn runs: its question is stored, and whoever could answer it is slow, then paused.
before_busy() {
  conversation=$(api message -d '{"message":"How many orders are there?"}' | jq -r .data.conversation_id)
  docker compose ps -q worker | xargs docker update --cpus 0.1 > /dev/null
  api "$conversation/message" -d '{"message":"How many customers are there?"}' > busy.json 2>&1 &
  local tries=0
  until [ "$(api "$conversation/history" | jq '.data.messages | length')" -gt 2 ] || [ $((tries += 1)) -gt 100 ]; do sleep 0.05; done
  docker compose pause worker 2> /dev/null
  api "$conversation/history" | said > history.json
  echo "While a turn runs. Its conversation: $(cat history.json)"
  jq -e '.[-1].role == "USER"' history.json > /dev/null
}
after_busy() {
  docker compose unpause worker 2> /dev/null
  docker compose ps -q worker | xargs docker update --cpus 2 > /dev/null
  wait
  echo "The turn that went on: $(jq -r .data.message busy.json)"
}

# Nothing of the installation is left; the file that customers ask, the demo's, is none of it.
before_empty() {
  docker compose --profile '*' down 2> /dev/null || true
  docker volume ls -q --filter "label=com.docker.compose.project=$COMPOSE_PROJECT_NAME" | grep -v '_demo$' | xargs docker volume rm > /dev/null
}
after_empty() {
  until_ready
  api "$conversation/history" | said > restored.json
  echo "Its conversation now: $(cat restored.json)"
  cmp history.json restored.json
  echo "Asked on in it: $(api "$conversation/message" -d '{"message":"How many customers are there?"}' | jq -er .data.message)"
}

# A provider that is not reached here: that everything starts with its key is all that can be seen.
before_elsewhere() { echo sk-of-a-trial > openai-api-key; cp .env env.before; }
after_elsewhere() {
  until_ready
  docker compose run --rm -T secrets list | grep -x openai_api_key
  docker compose exec -T worker sh -c 'test -r "$OPENAI_API_KEY_FILE" && echo "$TABLETALK_MODEL"'
  mv env.before .env
  docker compose up -d 2> /dev/null
}

# What the Temporal UI has of the turn that a page's question began: its own API for the history, and for where the page of an
# operator has payloads decoded.
ui() { curl -sSf "http://127.0.0.1:${TEMPORAL_UI_PORT:-8233}/api/v1/$1"; }
codec_of_ui() { ui settings | jq -r .Codec.Endpoint; }

# The answer to a browser's request for decoding, as its status and what is decoded.
decode() {
  curl -s --cacert cert.pem -w '%{http_code}' -o decoded.json -X POST "$1/decode" -H 'Content-Type: application/json' \
    -H "Origin: http://127.0.0.1:${TEMPORAL_UI_PORT:-8233}" --data @payloads.json
}
before_readable() {
  local turn
  turn=$(ask | jq -r '"turn/\(.data.conversation_id)/\(.data.turn_id)"')
  turn=$(jq -rn --arg turn "turn/$ORG/${turn#turn/}" '$turn | @uri')
  ui "namespaces/default/workflows/$turn/history" |
    jq '{payloads: .history.events[0].workflowExecutionStartedEventAttributes.input.payloads}' > payloads.json
  if jq -r '.payloads[].data | @base64d' payloads.json | grep -a 'How many orders'; then return 1; fi
  [ "$(codec_of_ui)" = '' ]
  [ "$(decode http://127.0.0.1:8234/codec)" = 404 ]
}
after_readable() {
  until_ready
  local codec
  codec=$(codec_of_ui)
  [ "$(decode "$codec")" = 200 ]
  jq -r '.payloads[].data | @base64d' decoded.json | grep -ao 'How many orders are there?'
  [ "$(decode http://127.0.0.1:8234/codec)" = 401 ]
  [ "$(decode http://127.0.0.1:8234/codec/wrong)" = 401 ]
  [ "$(decode "https://localhost:8443/codec/${codec##*/}")" = 404 ]
  echo 'Decoded with the secret, at the port of this machine alone.'
}

# A workflow of Temporal that is deleted after the point, and there again after the restore.
temporal() {
  docker compose run --rm -T --no-deps --entrypoint temporal temporal-namespace "$@" --address passthrough:///temporal:7233
}
before_point() {
  temporal workflow start --task-queue unserved --type waits --workflow-id trial
  sleep 2
  TIME=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  sleep 2
  temporal workflow delete --workflow-id trial --yes
  until ! temporal workflow describe --workflow-id trial > /dev/null 2>&1; do sleep 1; done
}
after_point() {
  until_ready
  temporal workflow describe --workflow-id trial | grep RunId
  echo "Deleted after $TIME, and there again."
}

# What comes without TLS, or to Temporal without a certificate, is refused.
before_encrypted() { :; }
after_encrypted() {
  until_ready
  refuses() { if "$@" > refused 2>&1; then cat refused; return 1; fi; echo "Refused: $(grep . refused | tail -n 1)"; }
  refuses docker compose exec -T postgres sh -c 'PGPASSWORD=$(cat /run/secrets/postgres_password) psql "host=postgres user=temporal sslmode=disable" -c "SELECT 1"'
  refuses docker compose exec -T redis redis-cli -h redis -t 5 --no-auth-warning -e ping
  refuses docker compose run --rm -T --no-deps -e TEMPORAL_TLS_CLIENT_CERT_PATH= -e TEMPORAL_TLS_CLIENT_KEY_PATH= \
    --entrypoint temporal temporal-namespace operator cluster health --command-timeout 10s
}

until_ready() {
  local began=$SECONDS
  until curl -sf --cacert cert.pem https://localhost:8443/readyz > /dev/null; do
    [ $((SECONDS - began)) -lt 120 ] || { echo 'Not ready within two minutes.'; return 1; }
    sleep 1
  done
}

# What the page's answer must come to, counted in the file itself.
true_count() {
  docker compose run --rm --no-deps -T --entrypoint node api --disable-warning=ExperimentalWarning -e \
    'const { DatabaseSync } = require("node:sqlite"); console.log(new DatabaseSync("/demo/acme.db", { readOnly: true }).prepare("SELECT count(*) AS n FROM orders WHERE shop_id = 1").get().n)'
}
