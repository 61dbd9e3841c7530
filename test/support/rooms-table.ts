import { MAY_IMPORT } from './house-rules.ts'

/** What is in each room of `MAY_IMPORT`, in the order in which a reader meets them. */
const HOLDS: Readonly<Record<string, string>> = {
  src: '`src/app.ts`, where rooms meet, and what several rooms share',
  'src/domain': 'every rule, pure: problems, restriction, policy, next step, pages',
  'src/input': 'what somebody wrote, held against a schema, and the words for what is wrong with it',
  'src/config':
    'the settings: their forms, what must fit together, secrets in files (`src/config.ts` alone reads the environment)',
  'src/http':
    'express: a folder for each resource (`src/http/routes/`), envelopes, SSE; their contract, as it is served, is `src/http/openapi.json`',
  'src/turns': 'asking: claims, places, idempotency keys, following and stopping turns; no word of HTTP',
  'src/exports':
    'results as files (CSV, Excel workbooks, JSON), each made in a thread, and the jobs that run a query again for one',
  'src/evaluations':
    'measuring questions of one’s own: what may be evaluated, and its runs, for routes and the command',
  'src/store': "mongoose: the product's verbs, caller first",
  'src/words': 'the words of names, values and questions, and which values a question names',
  'src/planner': '`src/planner/builtin/` (offline) and `src/planner/model/` (langchain)',
  'src/knowledge':
    'what planners may know of a database: its visible schema, values read through the guard, and what of both one question needs',
  'src/memory': 'what a process keeps of databases, weighed together and bounded',
  'src/network': 'where a host that a customer names is, whether it may be connected to, and requests to it',
  'src/engines': 'one folder per kind of customer database, behind nine members: inspect, describe, guard, run …',
  'src/threads': 'threads for work that could take too long, each with a deadline',
  'src/charts': 'drawing charts: Vega-Lite, SVG of shapes and text alone, PNG (resvg with Inter); logos anew',
  'src/databases': 'connected databases as those who manage them see them; for routes, jobs and the command',
  'src/accounts': 'people: passwords (argon2), codes (otplib), access tokens (jose), logging in, who manages whom',
  'src/organizations': 'organizations as those who manage them see them: limits, use, logos, removal',
  'src/payments':
    'plans that are paid for: who takes payments (`manual`, or Stripe and servers like it), checkouts, events',
  'src/webhooks': 'what organizations are told: events, signatures, and requests to addresses of theirs',
  'src/shares': 'share links: their tokens (signed), making them, and what a token opens',
  'src/sso': "logging in at an organization's identity provider (openid-client): discovery, codes, ID tokens",
  'src/isolation':
    'attacks on policies, for `tabletalk guard attack` and for jobs: planted copies, hostile drafts, verdicts',
  'src/stream': 'the event log of a turn, in memory, in the store or in Redis',
  'src/limits': 'requests in windows of time, and running turns as leases: in memory, the store or Redis',
  'src/temporal': 'Temporal client, payload codec, failure ⇄ problem',
  'src/mongodb': "waits for the store, and the time by a store's clock",
  'src/patches':
    'what is changed in the insides of libraries, each in the version that it was tried with and in no other',
  'src/redis': 'the connection to Redis, for the event log and the limits',
  'src/mail': 'nodemailer: mails to a mail server, or into a folder',
  'src/metrics': 'observations as counters for Prometheus',
  'src/tracing': 'spans of requests, steps and statements, to an OpenTelemetry collector',
  'src/local': 'finding or making the servers that `npm start` needs',
  'src/process': 'the life of an API or worker process: where its servers are, serving, stopping',
  'src/cli': 'the `tabletalk` command, one file per command',
  activities: 'the steps of turns and jobs',
  workflows: 'the order of steps',
  workers: 'who runs them',
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
