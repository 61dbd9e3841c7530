import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser'

/**
 * Parts of the house that have import rules, by the paths of their files. Most are rooms, which are folders; three are roles of
 * files in every room: pure rules, stores and routes.
 */
const PARTS = {
  rules: '^src/(guard|platform/(values|problems)|[^/]+/rules|(manage|platform)/[^/]+/rules)/',
  stores: '^src/(store|(manage/[^/]+|ask|access)/store)/',
  routes: '^src/(http|manage/[^/]+/routes)/',
  'src/ask': '^src/ask/(?!(rules|store)/)',
  'src/access': '^src/access/(?!(rules|store)/)',
  'src/manage': '^src/manage/[^/]+/(?!(rules|store|routes)/)',
  'src/engines': '^src/engines/',
  'src/planner': '^src/planner/',
  'src/knowledge': '^src/knowledge/',
  'src/charts': '^src/charts/(?!rules/)',
  'src/temporal': '^src/temporal/',
  'src/platform': '^src/platform/(?!(values|problems|process|config|[^/]+/rules)/)',
  'src/platform/config': '^src/platform/config/',
  'src/platform/process': '^src/platform/process/',
  'src/local': '^src/local/',
  'src/cli': '^src/cli/',
  src: '^src/[^/]+$',
  activities: '^activities/',
  workflows: '^workflows/',
  workers: '^workers/',
  demo: '^demo/',
  web: '^web/',
  widget: '^widget/',
} as const

export type Part = keyof typeof PARTS

export const PART_NAMES = Object.keys(PARTS).filter((name): name is Part => name in PARTS)

/** The part of a file; undefined where no rule knows it. */
export const partOf = (file: string): Part | undefined => PART_NAMES.find((part) => new RegExp(PARTS[part]).test(file))

/** Which parts a part may import at run time, beside the rules, which all but portal and widget may; for types see below. */
export const MAY_IMPORT: Readonly<Record<Part, readonly Part[]>> = {
  rules: [],
  stores: ['src/platform'],
  routes: ['src/ask', 'src/manage', 'src/platform'],
  'src/ask': ['src/planner', 'src/platform'],
  'src/access': ['src/platform'],
  'src/manage': ['src/engines', 'src/knowledge', 'src/platform'],
  'src/engines': ['src/platform'],
  'src/planner': ['src/knowledge'],
  'src/knowledge': [],
  'src/charts': ['src/platform'],
  'src/temporal': ['src/platform'],
  'src/platform': [],
  'src/platform/config': ['src', 'routes', 'src/planner', 'src/platform', 'stores'],
  'src/platform/process': [
    ...(['src', 'src/access', 'src/engines', 'src/local', 'src/manage', 'src/platform', 'src/temporal'] as const),
    ...(['routes', 'stores', 'demo', 'workers'] as const),
  ],
  'src/local': [],
  src: [
    ...(['src/access', 'src/ask', 'src/charts', 'src/engines', 'src/knowledge', 'src/manage', 'src/planner'] as const),
    ...(['src/platform', 'src/platform/config', 'src/platform/process', 'src/temporal', 'routes', 'stores'] as const),
  ],
  'src/cli': [
    ...(['src', 'src/charts', 'src/engines', 'src/knowledge', 'src/local', 'src/manage', 'src/platform'] as const),
    ...([
      'src/platform/config',
      'src/platform/process',
      'src/temporal',
      'routes',
      'stores',
      'demo',
      'workers',
    ] as const),
  ],
  activities: [],
  workflows: [],
  workers: ['src', 'src/platform', 'src/platform/config', 'src/platform/process', 'src/temporal', 'activities'],
  demo: [],
  web: [],
  widget: [],
}

/** Which parts' types a part may name beside those that it imports: what it needs of them is handed to it. */
export const MAY_NAME: Readonly<Partial<Record<Part, readonly Part[]>>> = {
  routes: ['src', 'src/access', 'src/charts', 'src/knowledge', 'src/temporal', 'stores'],
  'src/ask': ['src/access', 'src/knowledge', 'src/temporal', 'stores'],
  'src/access': ['src', 'src/manage', 'stores'],
  'src/manage': ['src/access', 'src/temporal', 'stores'],
  'src/knowledge': ['src/engines', 'src/platform'],
  'src/platform': ['src'],
  'src/platform/config': ['src/temporal'],
  src: ['activities'],
  'src/cli': ['src/access'],
  activities: [
    ...(['src', 'src/access', 'src/ask', 'src/engines', 'src/knowledge', 'src/manage', 'src/planner'] as const),
    ...(['src/platform', 'src/temporal', 'stores'] as const),
  ],
  workflows: ['activities', 'src/temporal'],
  demo: ['src/engines'],
}

/** Parts and folders in which a heavy library may be imported; it has no other door. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  express: ['routes'],
  jose: ['src/access', 'routes', 'src/manage/accounts', 'src/manage/operators'],
  'openid-client': ['src/manage/sso'],
  'oidc-provider': ['src/manage/oauth', 'test'],
  '@node-rs/argon2': ['src/manage/accounts'],
  otplib: ['src/manage/accounts'],
  '@zxcvbn-ts/language-common': ['src/manage/accounts'],
  'zod-openapi': ['tools'],
  'swagger-ui-dist': ['src/http'],
  '@modelcontextprotocol/': ['src/http/mcp', 'src/cli', 'test'],
  mongoose: ['stores'],
  langchain: ['src/planner'],
  '@langchain/': ['src/planner'],
  '@guanmingchiu/sqlparser-ts': ['src/engines'],
  'node:sqlite': ['src/engines', 'demo'],
  piscina: ['src/platform/threads'],
  vega: ['src/charts'],
  'vega-lite': ['src/charts'],
  '@resvg/': ['src/charts'],
  '@expo-google-fonts/': ['src/charts'],
  'csv-stringify': ['src/manage/exports'],
  'write-excel-file': ['src/manage/exports'],
  pg: ['src/engines'],
  'libpg-query': ['src/engines'],
  'pgsql-deparser': ['src/engines', 'src/platform/patches'],
  mysql2: ['src/engines', 'src/platform/patches'],
  'ipaddr.js': ['src/platform/network'],
  mongodb: ['src/engines', 'src/platform/mongodb', 'src/platform/patches'],
  'mongodb-connection-string-url': ['stores', 'src/engines'],
  'rate-limiter-flexible': ['src/access/limits'],
  ioredis: ['src/platform/redis'],
  nodemailer: ['src/platform/mail'],
  '@opentelemetry/': ['src/platform/tracing'],
  '@grpc/grpc-js': ['src/temporal'],
  '@temporalio/client': ['src/temporal'],
  '@temporalio/worker': ['workers'],
  '@temporalio/workflow': ['workflows'],
  '@temporalio/activity': ['activities', 'workers'],
  '@temporalio/testing': ['src/local'],
  commander: ['src/cli'],
  'prom-client': ['src/platform/metrics'],
  minisearch: ['src/knowledge'],
  stemmer: ['src/knowledge/words'],
  stripe: ['src/manage/billing', 'test'],
  standardwebhooks: ['src/manage/webhooks', 'demo', 'test'],
  vite: ['web', 'widget'],
  preact: ['widget'],
  react: ['web'],
  'react-dom': ['web'],
  'radix-ui': ['web'],
  'lucide-react': ['web'],
  marked: ['web'],
  uqr: ['web'],
  '@tanstack/': ['web'],
  '@fontsource-variable/': ['web'],
}

const isPart = (name: string): name is Part => name in PARTS

/** Files of a part, or of a folder. */
const inside = (name: string): string => (isPart(name) ? PARTS[name] : `^${name}/`)

/** What builds the portal is no part of it: a page imports nothing of the product but the client of its contract. */
const BUILDS_PORTAL = '^web/build[.]ts$'

const HOUSE = '^(src|activities|workflows|workers|demo|web|widget|bench|chaos|test)/'

const partRules = (
  verb: string,
  also: Readonly<Partial<Record<Part, readonly Part[]>>>,
): readonly IForbiddenRuleType[] =>
  PART_NAMES.map((part) => ({
    name: `${part} ${verb} only what its rule names`,
    severity: 'error',
    from: { path: inside(part), pathNot: BUILDS_PORTAL },
    to: { path: HOUSE, pathNot: [part, ...RULES_OF(part), ...MAY_IMPORT[part], ...(also[part] ?? [])].map(inside) },
  }))

const RULES_OF = (part: Part): readonly Part[] => (part === 'web' || part === 'widget' ? [] : ['rules'])

const imported = partRules('imports', {})

/** The same with types: a part names what its rule allows, and no other's parts behind an `import type`. */
const named = partRules('names', MAY_NAME)

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
  to: { path: '^src/guard/(table-access|policy-entries|find-table|hidden-columns)[.]ts$', reachable: true },
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
  to: { path: HOUSE, pathNot: ['^chaos/audit/', '^chaos/journal[.]ts$', PARTS.rules] },
}

/** Folders of which each may know those before it. */
function upwards(house: string, rooms: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const paths = rooms.map((room) => `${house}/${room}`)
  return Object.fromEntries(paths.map((path, at) => [path, ['rules', 'src/knowledge/words', ...paths.slice(0, at)]]))
}

/** Folders with one entrance, `index.ts`, and what they may import: nothing else, not even as a type. */
const WALLED: Readonly<Record<string, readonly string[]>> = {
  'src/knowledge/words': ['rules'],
  ...upwards('src/planner', [
    ...['builtin/query', 'wording', 'builtin/words', 'builtin/schema', 'builtin/sentence'],
    ...['builtin/read', 'builtin/build', 'builtin/weigh', 'builtin/say'],
  ]),
}

/** Rules that hold for types too. */
export const WALLS: readonly IForbiddenRuleType[] = [
  ...named,
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
  ...imported,
  ...doors,
  ...inParts,
  verifierReadsPolicies,
  verifierWithoutGuard,
  { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
]

export const CRUISE: ICruiseOptions = { parser: 'swc', doNotFollow: { path: '^node_modules/' }, validate: true }

const ENGINES_FOLDER = path.join(import.meta.dirname, '../../src/engines')

/** Folders of engines; the other folders beside them hold shared code. */
export const ENGINE_NAMES: readonly string[] = readdirSync(ENGINES_FOLDER).filter((name) =>
  existsSync(path.join(ENGINES_FOLDER, name, 'engine.ts')),
)
