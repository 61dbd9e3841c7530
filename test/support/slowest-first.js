import Sequencer from '@jest/test-sequencer'

/**
 * What the slowest files take in a run of all, in seconds, about: for machines that have not run them, and for those that have
 * run a few. `closing-line-reporter.js` tells the slowest of each run.
 */
const SECONDS = {
  90: ['web/managing'],
  40: [
    ...['cli/operator/database', 'engines/mysql/contract', 'engines/postgres/contract', 'problems/problems'],
    ...['web/portal'],
  ],
  30: [
    ...['architecture', 'engines/sqlite/contract', 'http/docs-page', 'http/management/jobs'],
    ...['turn/acceptance', 'widget/asking', 'widget/page'],
  ],
  20: [
    ...['bench/unseen', 'cli/operator/demo', 'cli/operator/eval', 'cli/operator/organizations'],
    ...['contract/client', 'contract/client-package', 'contract/curl', 'demo/engines', 'demo/questions'],
    ...['engines/mongodb/noninterference', 'engines/postgres/noninterference', 'evaluation/evaluation'],
    ...['http/disclosure', 'http/exports', 'http/management/databases', 'http/ui-stream/ui-answers'],
    ...['isolation/sqlite', 'mail/mail-account', 'start/npm-start', 'turn/fairness'],
    ...['workers/built-workflows'],
  ],
  15: [
    ...['accounts/cookie-session', 'accounts/roles', 'billing/failures', 'engines/mongodb/contract'],
    ...['engines/mysql/noninterference', 'engines/mysql/outcomes', 'engines/postgres/row-level-security'],
    ...['examples/ai-sdk', 'hostile/conversations', 'hostile/mysql', 'hostile/postgres', 'hostile/sqlite'],
    ...['http/limits', 'http/management/evaluations', 'http/management/unasked-indexing'],
    ...['http/management/webhooks', 'http/usage', 'knowledge/twins/mongodb', 'knowledge/twins/sqlite'],
    ...['local/servers-command', 'oauth/connecting', 'process/drain', 'process/modules-read', 'turn/crash'],
    ...['turn/model', 'turn/pattern', 'turn/removal', 'webhooks/killed-worker', 'widget/identity'],
  ],
  10: [
    ...['accounts/login-delays', 'accounts/single-sign-on', 'cli/guard-database', 'cli/guard-servers'],
    ...['cli/operator/glossary', 'cli/prepare', 'engines/mongodb/guard/noninterference'],
    ...['engines/mysql/dialect', 'engines/postgres/describe', 'engines/sqlite/noninterference'],
    ...['engines/sqlite/parser-pool', 'examples/slack', 'http/bad-input', 'http/chat', 'http/ended-share'],
    ...['http/mcp/tasks', 'http/mcp/tools', 'http/openai/chat-completions', 'http/public-key'],
    ...['http/replica-set', 'http/sse-browser-processes', 'http/stream-tickets', 'isolation/mysql'],
    ...['isolation/postgres', 'knowledge/canaries', 'knowledge/twins/mysql', 'knowledge/twins/postgres'],
    ...['local/doctor', 'local/servers/supervise', 'oauth/consent-page', 'planner/builtin/sentences'],
    ...['planner/model/protocols', 'process/portal', 'store/faults', 'store/indexes', 'tracing/tracing'],
    ...['turn/embedding', 'turn/local-query', 'turn/places', 'turn/review'],
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
