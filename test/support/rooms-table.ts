import { MAY_IMPORT, PART_NAMES, type Part } from './house-rules.ts'

/** What is in each part of the house, in the order in which a reader meets them. */
const HOLDS: Readonly<Record<Part, string>> = {
  src: '`src/app.ts`, which connects the parts; `src/main.ts`; `src/config.ts`, which alone reads the environment',
  rules: 'pure functions: `src/guard/` (row rules), `src/platform/problems/` and `values/`, and `rules/` in every room',
  stores:
    'mongoose: `src/store/` (connection, readiness, sealing) and `store/` in every room, one object per collection',
  routes:
    'express: `src/http/` (gate, envelopes, SSE, chat) and `routes/` in every resource; the published contract is `src/http/openapi.json`',
  'src/ask': 'one question: turns (claims, slots, idempotency keys, cancelling), and the event log of a turn',
  'src/manage':
    'one folder per resource: `rules/`, `store/`, `routes/`, and its services, which routes, jobs and the command share',
  'src/access': 'who calls and what they may: rate limit windows, leases of running turns',
  'src/engines':
    'one folder per kind of customer database, all with the same folders, behind nine members: describe, guard, run …',
  'src/planner': '`src/planner/builtin/` (offline) and `src/planner/model/` (langchain)',
  'src/knowledge':
    'what planners may know of a database: its visible schema, values read through the guard, and the selection for one question',
  'src/charts':
    'rendering charts: Vega-Lite, SVG with shapes and text only, PNG (resvg with Inter), terminal; re-encoding logos',
  'src/temporal': 'Temporal client, payload codec, failure ⇄ problem',
  'src/platform':
    'mail, network, threads with deadlines, metrics, tracing, Redis, caches with one limit, patches of libraries',
  'src/platform/config': 'settings: their formats, their consistency, secrets in files',
  'src/platform/process':
    'lifecycle of API and worker processes: locating servers, serving, shutdown; API, worker and demo in one process',
  'src/local': 'finding, downloading or building the servers that `npm start` needs',
  'src/cli': 'the `tabletalk` command: options and output; management runs the endpoints of resources',
  activities: 'the steps of turns and jobs',
  workflows: 'the order of steps',
  workers: 'worker processes that run workflows and activities',
  demo: 'the demo organization, its data and questions',
  web: 'the portal, in React: a client of the contract (`clients/typescript/`), built by Vite and served by the API',
  widget:
    'the element `<db-chat>` for pages of customers, in Preact: a client of the contract, built by Vite as one script of at most 30 kB gzipped',
}

/** A part as others name it: `engines` for `src/engines`, the whole path for what lies elsewhere. */
const shortName = (part: Part): string => (part === 'src' ? '`src`' : part.replace(/^src\//, ''))

/** A part as its own line names it: a folder by its path, a role of files by its name. */
const ownName = (part: Part): string => (['rules', 'stores', 'routes'].includes(part) ? part : `\`${part}/\``)

const allowed = (part: Part): string =>
  part === 'rules' || part === 'web' || part === 'widget'
    ? 'nothing'
    : ['rules', ...MAY_IMPORT[part].map(shortName).toSorted()].join(', ')

/** The table of the parts as `ARCHITECTURE.md` shows it. */
export const roomsTable = (): string => {
  const parts = Object.keys(HOLDS).filter((name): name is Part => PART_NAMES.some((part) => part === name))
  const lines = parts.map((part) => `| ${ownName(part)} | ${HOLDS[part]} | ${allowed(part)} |`)
  return ['| Room | What is in it | May import |', '|---|---|---|', ...lines].join('\n')
}

/** The table in a page whose first column is that of `roomsTable`; undefined where there is none. */
export const roomsTableIn = (page: string): string | undefined => /^\| Room \|.*(?:\n\|.*)*/m.exec(page)?.[0]
