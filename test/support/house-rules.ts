import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser'

/** Which rooms a room may import at run time; for types see below. `src` is the files beside the rooms. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [],
  'src/input': ['src/domain'],
  'src/config': ['src/domain', 'src/http', 'src/mail', 'src/planner', 'src/store'],
  'src/http': ['src/domain', 'src/evaluations', 'src/input', 'src/turns'],
  'src/turns': ['src/domain'],
  'src/exports': ['src/domain', 'src/threads'],
  'src/evaluations': ['src/domain'],
  'src/patches': [],
  'src/store': ['src/domain', 'src/memory', 'src/mongodb', 'src/patches'],
  'src/mongodb': [],
  'src/words': ['src/domain'],
  'src/planner': ['src/domain', 'src/words'],
  'src/network': [],
  'src/webhooks': ['src/domain', 'src/network'],
  'src/sso': ['src/domain', 'src/network'],
  'src/shares': ['src/domain'],
  'src/threads': ['src/domain'],
  'src/charts': ['src/domain', 'src/threads'],
  'src/engines': ['src/domain', 'src/mongodb', 'src/network', 'src/patches', 'src/threads'],
  'src/temporal': ['src/domain', 'src/network'],
  'src/stream': ['src/domain', 'src/mongodb'],
  'src/knowledge': ['src/domain', 'src/memory', 'src/words'],
  'src/memory': [],
  'src/limits': ['src/domain', 'src/mongodb'],
  'src/redis': ['src/domain'],
  'src/accounts': ['src/domain'],
  'src/mail': ['src/domain'],
  'src/databases': ['src', 'src/domain', 'src/engines', 'src/input', 'src/knowledge'],
  'src/isolation': ['src/domain', 'src/engines', 'src/threads'],
  'src/organizations': ['src/domain', 'src/network'],
  'src/payments': ['src/domain', 'src/network'],
  'src/local': ['src/domain'],
  'src/metrics': ['src'],
  'src/tracing': [],
  'src/process': [
    'src',
    'src/accounts',
    'src/domain',
    'src/http',
    'src/local',
    'src/metrics',
    'src/store',
    'src/temporal',
    'src/tracing',
    'demo',
    'workers',
  ],
  src: [
    'src/accounts',
    'src/charts',
    'src/config',
    'src/domain',
    'src/exports',
    'src/evaluations',
    'src/input',
    'src/http',
    'src/store',
    'src/planner',
    'src/databases',
    'src/organizations',
    'src/payments',
    'src/knowledge',
    'src/limits',
    'src/memory',
    'src/mongodb',
    'src/redis',
    'src/mail',
    'src/engines',
    'src/isolation',
    'src/temporal',
    'src/stream',
    'src/tracing',
    'src/webhooks',
    'src/sso',
    'src/shares',
    'src/process',
  ],
  'src/cli': [
    'src',
    'src/accounts',
    'src/charts',
    'src/databases',
    'src/evaluations',
    'src/knowledge',
    'src/organizations',
    'src/payments',
    'src/domain',
    'src/input',
    'src/local',
    'src/patches',
    'src/process',
    'src/store',
    'src/http',
    'src/engines',
    'src/isolation',
    'src/temporal',
    'demo',
    'workers',
  ],
  activities: ['src/domain'],
  workflows: ['src/domain'],
  workers: ['src', 'src/domain', 'src/patches', 'src/process', 'src/temporal', 'activities'],
  demo: ['src/domain'],
  web: [],
}

/** Which rooms' types a room may name beside those that it imports: what it needs of them is handed to it. */
export const MAY_NAME: Readonly<Record<string, readonly string[]>> = {
  'src/config': ['src', 'src/domain', 'src/temporal'],
  'src/http': [
    ...['src', 'src/accounts', 'src/charts', 'src/databases', 'src/exports', 'src/knowledge', 'src/limits'],
    ...['src/organizations', 'src/store'],
    ...['src/payments', 'src/shares', 'src/stream', 'src/temporal', 'src/tracing', 'src/webhooks'],
  ],
  'src/network': ['src/domain'],
  'src/turns': ['src/knowledge', 'src/limits', 'src/mongodb', 'src/store', 'src/stream', 'src/temporal'],
  'src/exports': ['src/limits', 'src/store', 'src/temporal'],
  'src/evaluations': ['src/input', 'src/store', 'src/temporal'],
  'src/store': ['src/memory'],
  'src/knowledge': ['src/engines'],
  'src/limits': ['src/redis'],
  'src/stream': ['src/redis'],
  'src/accounts': ['src/store', 'src/temporal'],
  'src/databases': ['src/store', 'src/temporal'],
  'src/organizations': ['src/limits', 'src/store', 'src/temporal'],
  'src/payments': ['src', 'src/store'],
  'src/webhooks': ['src', 'src/store', 'src/temporal'],
  'src/sso': ['src'],
  'src/shares': ['src/store'],
  src: ['activities'],
  'src/cli': ['src/limits', 'src/redis'],
  activities: [
    ...[
      'src',
      'src/databases',
      'src/engines',
      'src/exports',
      'src/isolation',
      'src/knowledge',
      'src/limits',
      'src/mongodb',
      'src/planner',
      'src/store',
    ],
    ...['src/stream', 'src/temporal', 'src/tracing', 'src/webhooks'],
  ],
  workflows: ['activities', 'src/temporal'],
  demo: ['src/engines'],
}

/** Rooms in which a heavy library may be imported; it has no other door. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  express: ['src/http'],
  jose: ['src/http', 'src/accounts'],
  'openid-client': ['src/sso'],
  '@node-rs/argon2': ['src/accounts'],
  otplib: ['src/accounts'],
  '@zxcvbn-ts/language-common': ['src/accounts'],
  'zod-openapi': ['tools'],
  'swagger-ui-dist': ['src/http'],
  mongoose: ['src/store'],
  langchain: ['src/planner'],
  '@langchain/': ['src/planner'],
  '@guanmingchiu/sqlparser-ts': ['src/engines'],
  'node:sqlite': ['src/engines', 'demo'],
  piscina: ['src/threads'],
  vega: ['src/charts'],
  'vega-lite': ['src/charts'],
  '@resvg/': ['src/charts'],
  '@expo-google-fonts/': ['src/charts'],
  'csv-stringify': ['src/exports'],
  'write-excel-file': ['src/exports'],
  pg: ['src/engines'],
  'libpg-query': ['src/engines'],
  'pgsql-deparser': ['src/engines', 'src/patches'],
  mysql2: ['src/engines', 'src/patches'],
  'ipaddr.js': ['src/network'],
  mongodb: ['src/engines', 'src/mongodb', 'src/patches'],
  'mongodb-connection-string-url': ['src/store', 'src/engines'],
  'rate-limiter-flexible': ['src/limits'],
  ioredis: ['src/redis'],
  nodemailer: ['src/mail'],
  '@opentelemetry/': ['src/tracing'],
  '@grpc/grpc-js': ['src/temporal'],
  '@temporalio/client': ['src/temporal'],
  '@temporalio/worker': ['workers'],
  '@temporalio/workflow': ['workflows'],
  '@temporalio/activity': ['activities', 'workers'],
  '@temporalio/testing': ['src/local'],
  commander: ['src/cli'],
  'prom-client': ['src/metrics'],
  minisearch: ['src/knowledge'],
  stemmer: ['src/words'],
  stripe: ['src/payments', 'test'],
  standardwebhooks: ['src/webhooks', 'demo', 'test'],
  vite: ['web'],
  react: ['web'],
  'react-dom': ['web'],
  'radix-ui': ['web'],
  'lucide-react': ['web'],
  marked: ['web'],
  uqr: ['web'],
  '@tanstack/': ['web'],
  '@fontsource-variable/': ['web'],
}

/** Files of a room: its folder, or for `src` the files that lie in none. */
const inside = (room: string): string => (room === 'src' ? '^src/[^/]+$' : `^${room}/`)

/** What builds the portal is no part of it: a page imports nothing of the product but the client of its contract. */
const BUILDS_PORTAL = '^web/build[.]ts$'

const HOUSE = '^(src|activities|workflows|workers|demo|web|bench|chaos|test)/'

const roomRules = (verb: string, also: Readonly<Record<string, readonly string[]>>): readonly IForbiddenRuleType[] =>
  Object.entries(MAY_IMPORT).map(([room, allowed]) => ({
    name: `${room} ${verb} only what its rule names`,
    severity: 'error',
    from: { path: inside(room), pathNot: BUILDS_PORTAL },
    to: { path: HOUSE, pathNot: [room, ...allowed, ...(also[room] ?? [])].map(inside) },
  }))

const rooms = roomRules('imports', {})

/** The same with types: a room names what its rule allows, and no other's parts behind an `import type`. */
const roomsNamed = roomRules('names', MAY_NAME)

const doors = Object.entries(DOORS).map(
  ([library, open]): IForbiddenRuleType => ({
    name: `${library} has one door`,
    severity: 'error',
    from: { path: '.', pathNot: open.map(inside) },
    to: { path: `^(node_modules/)?${library}${library.endsWith('/') ? '' : '(/|$)'}` },
  }),
)

/** Libraries whose parts have names of their own: the whole of each is hundreds of files, which every process would read. */
const inParts = ['date-fns'].map(
  (library): IForbiddenRuleType => ({
    name: `${library} is imported in parts`,
    severity: 'error',
    from: { path: '.' },
    to: { path: `^${library}$` },
  }),
)

/** A verifier reads policies itself: it does not use the code that writes filters, not even through other modules. */
const verifierReadsPolicies: IForbiddenRuleType = {
  name: 'a verifier reads policies by itself',
  severity: 'error',
  from: { path: '^src/engines/.+/verify/' },
  to: { path: '^src/domain/guard/(table-access|policy-entries|find-table|hidden-columns)[.]ts$', reachable: true },
}

/** A verifier uses no module of a guard, not even through other modules; lists of a language are in `language/`. */
const verifierWithoutGuard: IForbiddenRuleType = {
  name: 'a verifier imports nothing of a guard',
  severity: 'error',
  from: { path: '^src/engines/.+/verify/' },
  to: { path: '^src/engines/.+/guard/', reachable: true },
}

/** The same for types, and in the other direction: a guard calls the verifier and knows nothing else of it. */
const guardsAndVerifiers: readonly IForbiddenRuleType[] = [
  {
    name: 'a verifier names nothing of a guard',
    severity: 'error',
    from: { path: '^src/engines/.+/verify/' },
    to: { path: '^src/engines/.+/guard/' },
  },
  {
    name: 'a guard imports only verify.ts of a verifier',
    severity: 'error',
    from: { path: '^src/engines/.+/guard/' },
    to: { path: '^src/engines/.+/verify/', pathNot: '/verify/verify[.]ts$' },
  },
]

/** An engine imports its own folder, `shared/` and `sql/`: a new engine changes no other one. */
const engines: IForbiddenRuleType = {
  name: 'an engine imports no other engine',
  severity: 'error',
  from: { path: '^src/engines/([^/]+)/' },
  to: { path: '^src/engines/[^/]+/', pathNot: '^src/engines/($1|shared|sql)/' },
}

/** Whoever judges a run knows nothing of what asks and breaks in it: only what clients wrote down, and the rules. */
export const AUDITOR: IForbiddenRuleType = {
  name: 'the auditor knows nothing of the load',
  severity: 'error',
  from: { path: '^chaos/audit/' },
  to: { path: HOUSE, pathNot: ['^chaos/audit/', '^chaos/journal[.]ts$', '^src/domain/'] },
}

/** Rooms of which each may know those before it. */
function upwards(house: string, rooms: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const paths = rooms.map((room) => `${house}/${room}`)
  return Object.fromEntries(paths.map((path, at) => [path, ['src/domain', 'src/words', ...paths.slice(0, at)]]))
}

/** Folders with one entrance, `index.ts`, and the rooms that they may import: nothing else, not even as a type. */
const WALLED: Readonly<Record<string, readonly string[]>> = {
  'src/words': ['src/domain'],
  ...upwards('src/planner', [
    ...['builtin/query', 'wording', 'builtin/words', 'builtin/schema', 'builtin/sentence'],
    ...['builtin/read', 'builtin/build', 'builtin/weigh', 'builtin/say'],
  ]),
}

/** Rules that hold for types too. */
export const WALLS: readonly IForbiddenRuleType[] = [
  ...roomsNamed,
  ...doors,
  ...guardsAndVerifiers,
  engines,
  ...Object.entries(WALLED).flatMap(([folder, allowed]): IForbiddenRuleType[] => [
    {
      name: `${folder} knows nothing of what is around it`,
      severity: 'error',
      from: { path: inside(folder) },
      to: { path: HOUSE, pathNot: [folder, ...allowed].map(inside) },
    },
    {
      name: `${folder} has one entrance`,
      severity: 'error',
      from: { path: '.', pathNot: inside(folder) },
      to: { path: inside(folder), pathNot: `^${folder}/index\\.ts$` },
    },
  ]),
]

export const RULES: readonly IForbiddenRuleType[] = [
  ...rooms,
  ...doors,
  ...inParts,
  verifierReadsPolicies,
  verifierWithoutGuard,
  { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
]

export const CRUISE: ICruiseOptions = { parser: 'swc', doNotFollow: { path: '^node_modules/' }, validate: true }
