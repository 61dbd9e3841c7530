import { MAY_IMPORT } from './house-rules.ts'

/** What is in each room of `MAY_IMPORT`, in the order in which a reader meets them. */
const HOLDS: Readonly<Record<string, string>> = {
  src: '`src/app.ts`, which connects the rooms, and what several rooms share',
  'src/domain': 'all rules, as pure functions: problems, restriction, policy, next step, pagination',
  'src/input': 'validation of user input against schemas, and its error messages',
  'src/config':
    'settings: their formats, their consistency, secrets in files (`src/config.ts` alone reads the environment)',
  'src/http':
    'express: a folder for each resource (`src/http/routes/`), envelopes, SSE; the published contract is `src/http/openapi.json`',
  'src/turns': 'asking questions: claims, slots, idempotency keys, following and cancelling turns; independent of HTTP',
  'src/exports':
    'results as files (CSV, Excel workbooks, JSON), each written in a thread, and the jobs that run a query again for one',
  'src/evaluations': 'evaluations with your own questions, for routes and the command',
  'src/store': 'mongoose: all store operations, with the caller as first argument',
  'src/words': 'words of names, values and questions, and which values a question names',
  'src/planner': '`src/planner/builtin/` (offline) and `src/planner/model/` (langchain)',
  'src/knowledge':
    'what planners may know of a database: its visible schema, values read through the guard, and the selection for one question',
  'src/memory': 'in-process caches of database data with one shared limit',
  'src/network': 'resolving customer-supplied hosts, checking that they may be reached, and requests to them',
  'src/engines':
    'one folder per kind of customer database, all with the same folders, behind nine members: describe, guard, run …',
  'src/threads': 'worker threads for CPU-bound work, each with a deadline',
  'src/charts': 'rendering charts: Vega-Lite, SVG with shapes and text only, PNG (resvg with Inter); re-encoding logos',
  'src/databases': 'managing connected databases, for routes, jobs and the command',
  'src/accounts': 'users: passwords (argon2), codes (otplib), access tokens (jose), login, permissions between roles',
  'src/organizations': 'managing organizations: limits, usage, logos, deletion',
  'src/payments': 'paid plans: payment providers (`manual`, or Stripe and compatible servers), checkouts, events',
  'src/webhooks': 'webhooks: events, signatures, and requests to endpoints',
  'src/shares': 'share links: signed tokens, creation, and what a token opens',
  'src/sso': "login with an organization's identity provider (openid-client): discovery, codes, ID tokens",
  'src/isolation':
    'attacks on policies, for `tabletalk guard attack` and for jobs: planted copies, hostile drafts, verdicts',
  'src/stream': 'the event log of a turn, in memory, in the store or in Redis',
  'src/limits': 'rate limit windows, and leases of running turns: in memory, the store or Redis',
  'src/temporal': 'Temporal client, payload codec, failure ⇄ problem',
  'src/mongodb': 'timeouts for store operations, and the time of the store’s clock',
  'src/patches': 'patches of libraries, each for one tested version only',
  'src/redis': 'the connection to Redis, for the event log and the limits',
  'src/mail': 'nodemailer: emails to a mail server, or into a folder',
  'src/metrics': 'Prometheus metrics',
  'src/tracing': 'OpenTelemetry spans of requests, steps and statements',
  'src/local': 'finding, downloading or building the servers that `npm start` needs',
  'src/process':
    'lifecycle of API and worker processes: locating servers, serving, shutdown; API, worker and demo in one process',
  'src/cli': 'the `tabletalk` command: options and output; management runs the endpoints of `src/http/`',
  activities: 'the steps of turns and jobs',
  workflows: 'the order of steps',
  workers: 'worker processes that run workflows and activities',
  demo: 'the demo organization, its data and questions',
  web: 'the portal, in React: a client of the contract (`clients/typescript/`), built by Vite and served by the API',
}

/** A room as others name it: `domain` for `src/domain`, the whole path for what lies elsewhere. */
const shortName = (room: string): string => (room === 'src' ? '`src`' : room.replace(/^src\//, ''))

const allowed = (room: string): string => (MAY_IMPORT[room] ?? []).map(shortName).toSorted().join(', ') || 'nothing'

/**
 * The table of the rooms as `ARCHITECTURE.md` shows it.
 *
 * @throws when a room has no line in `HOLDS`, or a line no room
 */
export const roomsTable = (): string => {
  const rooms = Object.keys(HOLDS)
  const strangers = [
    ...rooms.filter((room) => MAY_IMPORT[room] === undefined),
    ...Object.keys(MAY_IMPORT).filter((room) => HOLDS[room] === undefined),
  ]
  if (strangers.length > 0) throw new Error(`rooms that only rules or only words know: ${strangers.join(', ')}`)
  const lines = rooms.map((room) => `| \`${room}/\` | ${HOLDS[room]} | ${allowed(room)} |`)
  return ['| Room | What is in it | May import |', '|---|---|---|', ...lines].join('\n')
}

/** The table in a page whose first column is that of `roomsTable`; undefined where there is none. */
export const roomsTableIn = (page: string): string | undefined => /^\| Room \|.*(?:\n\|.*)*/m.exec(page)?.[0]
