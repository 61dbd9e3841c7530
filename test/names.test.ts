import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from '@swc/core'

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

const FILES = globSync(
  '{src,activities,workflows,workers,web/src,widget/src,clients/typescript/src,examples,bench,chaos,tools}/**/*.{ts,tsx}',
  { cwd: ROOT, exclude: (file) => file === 'clients/typescript/src/schema.ts' },
)

/** Metaphors and vague pronouns, which names replace by terms of the field. */
const RULED_OUT = new Set(
  'anybody epoch everybody leaving mendable nobody patience shelf somebody told untold welcome whatever whoever whomever wish wishes'.split(
    ' ',
  ),
)

/** Fields of stored documents, of Temporal payloads and of `--json`, and an option of a library. */
const ON_A_WIRE = new Set(['epoch', 'epochTolerance', 'leaving', 'leavingAt', 'patience', 'untold'])

/** A log line of PostgreSQL begins with Unix seconds (`%n`). */
const EXCEPTIONS: readonly string[] = ['chaos/audit/gather-evidence.ts epoch']

function* identifiersOf(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* identifiersOf(one)
  if (Array.isArray(node) || typeof node !== 'object' || node === null) return
  if ('type' in node && node.type === 'Identifier' && 'value' in node) yield String(node.value)
  for (const part of Object.values(node)) yield* identifiersOf(part)
}

const wordsOf = (identifier: string): readonly string[] =>
  identifier
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

describe('Identifiers', () => {
  it('contain no metaphor or vague pronoun of the excluded words', () => {
    const found = FILES.flatMap((file) => {
      const { body } = parseSync(read(file), { syntax: 'typescript', tsx: file.endsWith('x') })
      const names = [...new Set(identifiersOf(body))].filter((name) => !ON_A_WIRE.has(name))
      return names.filter((name) => wordsOf(name).some((word) => RULED_OUT.has(word))).map((name) => `${file} ${name}`)
    })
    expect(FILES.length).toBeGreaterThan(1_500)
    expect(found.filter((one) => !EXCEPTIONS.includes(one))).toEqual([])
  })
})

/** One-word types with their usual meaning in the field. */
const FIELD_TERMS = new Set(
  'Accounts App Chart Collection Column Config Db Embedder Json Language Loader Message Month Plan Role Row Schema Span Store Style Subscription Table Tracing Usage Window'.split(
    ' ',
  ),
)

const roomOf = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('src/') ? 2 : 1)
    .join('/')

/** Types with a name of one word and the rooms that import them from another one. */
const sharedTypes = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const importers = new Map<string, Set<string>>()
  for (const file of FILES.filter((one) => /^(?:src|activities|workflows|workers)\//.test(one)))
    for (const [, names = '', from = ''] of read(file).matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']*)'/g)) {
      if (roomOf(path.posix.join(path.posix.dirname(file), from)) === roomOf(file)) continue
      for (const [, name = ''] of names.matchAll(/(?:^|,)\s*(?:type )?([A-Z][a-z]+)\b/g))
        importers.set(name, (importers.get(name) ?? new Set()).add(roomOf(file)))
    }
  return importers
}

describe('One-word type name', () => {
  it('is in the glossary or a term of the field if several other rooms import it', () => {
    const glossary = new Set([...read('docs/glossary.md').matchAll(/\| `(\w+)` \|/g)].map(([, type = '']) => type))
    const shared = [...sharedTypes()].filter(([, rooms]) => rooms.size > 1).map(([name]) => name)
    expect(shared).toContain('Caller')
    expect(shared.filter((name) => !glossary.has(name) && !FIELD_TERMS.has(name)).toSorted()).toEqual([])
  })
})
