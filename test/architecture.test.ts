import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')

/** Which rooms a room may import at run time (types are free everywhere). `src` is the files beside the rooms. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [],
  'src/http': ['src/domain'],
  'src/store': ['src/domain'],
  'src/planner': ['src/domain'],
  'src/engines': ['src/domain'],
  'src/temporal': ['src/domain'],
  'src/stream': ['src/domain'],
  'src/local': ['src/domain'],
  src: ['src/domain', 'src/http', 'src/store', 'src/planner', 'src/engines', 'src/temporal', 'src/stream', 'src/local'],
  'src/cli': [
    'src',
    'src/domain',
    'src/local',
    'src/store',
    'src/http',
    'src/engines',
    'src/temporal',
    'demo',
    'workers',
  ],
  activities: ['src/domain'],
  workflows: ['src/domain'],
  workers: ['src', 'src/domain', 'src/temporal', 'activities'],
  demo: ['src/domain'],
}

/** Rooms in which a heavy library may be imported; it has no other door. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  express: ['src/http'],
  mongoose: ['src/store'],
  langchain: ['src/planner'],
  '@langchain/': ['src/planner'],
  '@guanmingchiu/sqlparser-ts': ['src/engines'],
  'node:sqlite': ['src/engines', 'demo'],
  '@temporalio/client': ['src/temporal'],
  '@temporalio/worker': ['workers'],
  '@temporalio/workflow': ['workflows'],
  '@temporalio/activity': ['activities'],
  '@temporalio/testing': ['src/local'],
  commander: ['src/cli'],
}

interface SourceFile {
  readonly file: string
  readonly room: string
  readonly text: string
  readonly imports: readonly string[]
}

const roomOf = (file: string): string => {
  const [top = '', second = ''] = file.split('/')
  return top === 'src' && !second.endsWith('.ts') ? `src/${second}` : top
}

const IMPORT = /^import\s+(type\s)?([^'"]*?)\s*(?:from\s*)?['"]([^'"]+)['"]/gm
const REEXPORT = /^export\s+(type\s)?(\{[^}]*\}|\*)\s*from\s*['"]([^'"]+)['"]/gm
const DYNAMIC = /\bimport\(()()\s*['"]([^'"]+)['"]\s*\)/g

/** What a file imports at run time: statements whose every name is a type are gone by then. */
const runtimeImports = (text: string): string[] =>
  [IMPORT, REEXPORT, DYNAMIC]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(([, type, names]) => (type === undefined || type === '') && !isAllTypes(names ?? ''))
    .map((match) => match[3] ?? '')

const isAllTypes = (names: string): boolean => {
  const braced = /^\{(?<list>[^}]*)\}$/.exec(names.trim())?.groups?.list
  const list =
    braced
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '') ?? []
  return list.length > 0 && list.every((name) => name.startsWith('type '))
}

const sources: SourceFile[] = ['src', 'activities', 'workflows', 'workers', 'demo'].flatMap((top) =>
  readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const file = path.posix.join(top, name)
      const text = readFileSync(path.join(ROOT, file), 'utf8')
      return { file, room: roomOf(file), text, imports: runtimeImports(text) }
    }),
)

const targetRoom = (from: string, specifier: string): string =>
  roomOf(path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier)))

describe('the house', () => {
  it('has every folder with code declared', () => {
    expect([...new Set(sources.map(({ room }) => room))].filter((room) => MAY_IMPORT[room] === undefined)).toEqual([])
  })

  it('lets a room import only what its rule names', () => {
    const forbidden = sources.flatMap(({ file, room, imports }) =>
      imports
        .filter((specifier) => specifier.startsWith('.'))
        .filter((specifier) => ![room, ...(MAY_IMPORT[room] ?? [])].includes(targetRoom(file, specifier)))
        .map((specifier) => `${file} imports ${specifier}`),
    )
    expect(forbidden).toEqual([])
  })

  it('gives every heavy library one door', () => {
    const elsewhere = sources.flatMap(({ file, room, imports }) =>
      imports
        .filter((specifier) =>
          Object.entries(DOORS).some(
            ([library, rooms]) =>
              (specifier === library || specifier.startsWith(`${library.replace(/\/$/, '')}/`)) &&
              !rooms.includes(room),
          ),
        )
        .map((specifier) => `${file} imports ${specifier}`),
    )
    expect(elsewhere).toEqual([])
  })

  it('reads the environment in one place', () => {
    const readers = sources.filter(({ text }) => /process\.env\b/.test(text)).map(({ file }) => file)
    expect(readers).toEqual(['src/config.ts'])
  })

  it('spells an engine’s name in its own folder only', () => {
    const spelled = sources.filter(
      ({ file, text }) =>
        !file.startsWith('src/engines/') && !file.startsWith('demo/') && /['"`](sqlite|postgres|mysql)['"`]/.test(text),
    )
    expect(spelled.map(({ file }) => file)).toEqual([])
  })

  it('keeps files small', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 400).map(({ file }) => file)
    expect(long).toEqual([])
  })
})

describe('ARCHITECTURE.md', () => {
  it('names only paths that exist', () => {
    const text = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8')
    const named = [
      ...text.matchAll(
        /`((?:src|activities|workflows|workers|demo|tools|bench|test|bin)\/[\w./-]*|[\w.-]+\.(?:md|json|yml|ts))`/g,
      ),
    ].map((match) => match[1] ?? '')
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
  })
})
