import Sequencer from '@jest/test-sequencer'

/**
 * What the slowest files take in a run of all, in seconds, about: for machines that have not run them, and for those that have
 * run a few. `closing-line-reporter.js` tells the slowest of each run.
 */
const SECONDS = {
  40: ['engines/mysql/contract', 'engines/postgres/contract'],
  30: [
    ...['cli/operator/database', 'engines/sqlite/contract', 'http/docs-page', 'problems/problems', 'start/npm-start'],
    ...['turn/acceptance', 'turn/fairness'],
  ],
  20: [
    ...['cli/operator/demo', 'cli/operator/organizations', 'contract/client', 'demo/engines', 'evaluation/evaluation'],
    ...['engines/mongodb/noninterference', 'engines/mysql/noninterference', 'engines/mysql/outcomes'],
    ...['engines/postgres/noninterference', 'engines/postgres/row-level-security', 'http/management/databases'],
    ...['http/management/jobs', 'isolation/sqlite', 'local/doctor', 'local/servers-command', 'mail/mail-account'],
  ],
  15: [
    ...['bench/unseen', 'billing/failures', 'cli/guard', 'cli/guard-database', 'cli/guard-servers', 'demo/questions'],
    ...['engines/mongodb/contract', 'engines/shared/tls', 'engines/sqlite/noninterference', 'hostile/mysql'],
    ...['hostile/postgres', 'http/limits', 'http/usage', 'isolation/mysql', 'isolation/postgres'],
    ...['knowledge/twins/mongodb', 'knowledge/twins/mysql', 'knowledge/twins/postgres', 'process/drain'],
    ...['store/faults', 'turn/crash', 'turn/removal', 'webhooks/killed-worker'],
  ],
  10: [
    ...['accounts/logging-in', 'accounts/ownership', 'accounts/single-sign-on', 'architecture', 'cli/operator/eval'],
    ...['cli/operator/glossary', 'cli/operator/killed', 'cli/prepare', 'engines/mongodb/guard/noninterference'],
    ...['hostile/conversations', 'knowledge/twins/sqlite', 'planner/builtin/sentences', 'turn/pattern', 'turn/places'],
    ...['contract/curl', 'engines/mysql/dialect', 'engines/postgres/describe', 'engines/postgres/dialect'],
    ...['hostile/sqlite', 'http/bad-input', 'http/management/webhooks', 'http/replica-set'],
    ...['http/sse-browser-processes', 'http/stream-tickets', 'isolation/mongodb', 'local/servers/document-store'],
    ...['store/indexes', 'tracing/tracing', 'turn/model'],
  ],
}

/** What nobody has measured: more than most files take, for a new one may be slow. */
const UNKNOWN_SECONDS = 3

const KNOWN = new Map(
  Object.entries(SECONDS).flatMap(([seconds, names]) => names.map((name) => [`test/${name}.test.ts`, Number(seconds)])),
)

/**
 * The slowest files first, so that none of them is begun last and waited for alone: by what each took the last time, or else
 * takes elsewhere. Jest itself begins last what it knows, so that whoever had run some slow files alone waited for them.
 */
export default class extends Sequencer {
  sort(tests) {
    const weighed = super.sort(tests).map((test) => ({ test, seconds: this.#secondsOf(test) }))
    return weighed.toSorted((one, other) => other.seconds - one.seconds).map(({ test }) => test)
  }

  #secondsOf(test) {
    if (this.hasFailed(test)) return Number.POSITIVE_INFINITY
    // A file that sets the clock took less than nothing.
    if (test.duration > 0) return test.duration / 1000
    const name = test.path.slice(test.context.config.rootDir.length + 1).replaceAll('\\', '/')
    return KNOWN.get(name) ?? UNKNOWN_SECONDS
  }
}
