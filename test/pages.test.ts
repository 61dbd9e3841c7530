import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { registerCommands } from '../src/cli/commands.ts'
import { type MarkdownPage, readMarkdown } from './support/markdown-page.ts'
import { roomsTable, roomsTableIn } from './support/rooms-table.ts'

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const isFile = (file: string): boolean => existsSync(path.join(ROOT, file))
const linesOf = (file: string): number => read(file).trimEnd().split('\n').length

const DECISIONS = globSync('docs/decisions/*.md', { cwd: ROOT }).filter((file) => !file.endsWith('/README.md'))
const FILES = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'bench/README.md'],
  ...globSync('docs/**/*.md', { cwd: ROOT }).toSorted(),
]
const PAGES = FILES.map((file) => [file, readMarkdown(read(file))] as const)

/** The file that a relative link leads to, and the heading in it. */
const target = (from: string, link: string): { file: string; anchor: string | undefined } => {
  const [file = '', anchor] = link.split('#')
  return { file: file === '' ? from : path.posix.join(path.posix.dirname(from), file), anchor }
}

const isDead = (from: string, link: string): boolean => {
  const { file, anchor } = target(from, link)
  if (!isFile(file)) return true
  return anchor !== undefined && !readMarkdown(read(file)).anchors.has(anchor)
}

const FOLDERS = 'src|activities|workflows|workers|demo|deploy|tools|bench|chaos|test|bin|docs|clients|examples'
const PATH = new RegExp(`^(?:(?:${FOLDERS})/[\\w./*{},-]*|[\\w.-]+\\.(?:md|json|jsonl|yml|ts))$`)

/** Paths that commands create, and that are not in the repository. */
const CREATED = /^(?:demo|runtime|crm\.\w+|shops?\.\w+|queries)\.jsonl?$/

const pathsIn = ({ code }: MarkdownPage): string[] => code.filter((text) => PATH.test(text) && !CREATED.test(text))

/** Base names of files, for pages that name several files of a folder without its path. */
const NAMES = new Set(
  globSync(`{${FOLDERS.replaceAll('|', ',')}}/**/*.ts`, { cwd: ROOT }).map((file) => path.basename(file)),
)

/** A path may be a pattern, and relative to the page. */
const exists = (page: string, named: string): boolean =>
  NAMES.has(named) || [ROOT, path.join(ROOT, path.dirname(page))].some((cwd) => globSync(named, { cwd }).length > 0)

const program = new Command('tabletalk')
await registerCommands(program)

/** The unknown word or option of a command; undefined if all are known. */
const commandFault = (words: readonly string[]): string | undefined => {
  let command = program
  for (const word of words) {
    if (word.startsWith('--')) {
      const [name = ''] = word.split('=')
      const known = [...command.options.map(({ long }) => long), '--help', '--json', '--version']
      if (!known.includes(name)) return `${command.name()} has no ${name}`
    } else if (command.commands.length > 0) {
      const inner = command.commands.find((one) => one.name() === word)
      if (inner === undefined) return `${command.name()} has no command ${word}`
      command = inner
    }
  }
  return undefined
}

const GROUPS = program.commands.filter(({ commands }) => commands.length > 0).map((one) => one.name())

/**
 * The words of each command in a page: lines of code that begin with `tabletalk` or `npx tabletalk`, and code that begins with a
 * group of commands (`database add`, `org create|list`).
 */
const commandsIn = ({ code, fenced }: MarkdownPage): string[][] => {
  const invoked = [...code, ...fenced].flatMap((text) =>
    [...text.matchAll(/(?:^(?:\$ )?(?:[A-Z_]+=\S+ )*|\bnpx (?:--prefix \S+ )?)tabletalk (.+)/gm)].map(
      ([, words = '']) => words.split(/ [|<>#&]|['"…]/)[0] ?? '',
    ),
  )
  const abbreviated = code.filter((text) => GROUPS.some((group) => text.startsWith(`${group} `)))
  return [...invoked, ...abbreviated].flatMap((text) => {
    const words = text.split(' ').filter((word) => /^(?:--)?[a-z]/.test(word))
    const [group = '', choice = '', ...rest] = words
    return choice.includes('|') ? choice.split('|').map((one) => [group, one, ...rest]) : [words]
  })
}

describe('README.md', () => {
  it('has at most 200 lines', () => {
    expect(linesOf('README.md')).toBeLessThanOrEqual(200)
  })

  it('names the test command that CI runs', () => {
    expect(read('README.md')).toMatch(/^```console\n\$ npm test\n```$/m)
    expect(read('.ci/run')).toMatch(/\bnpm test\b/)
  })

  it('links to every page', () => {
    const linked = new Set(readMarkdown(read('README.md')).links.map((link) => target('README.md', link).file))
    const pages = [...FILES, 'CHANGELOG.md'].filter((file) => file !== 'README.md' && !DECISIONS.includes(file))
    expect(pages.filter((file) => !linked.has(file))).toEqual([])
  })
})

describe('ARCHITECTURE.md', () => {
  it('has at most 120 lines', () => {
    expect(linesOf('ARCHITECTURE.md')).toBeLessThanOrEqual(120)
  })

  it('has the room table of the import rules (npm run record:rooms)', () => {
    expect(roomsTableIn(read('ARCHITECTURE.md'))).toBe(roomsTable())
  })
})

describe('Decision page', () => {
  it.each(DECISIONS)('has a date, question, choice and rejected alternatives in at most 25 lines: %s', (file) => {
    expect(read(file)).toMatch(
      /^# .+\n\n2026-\d\d-\d\d\n\n\*\*Question\.\*\* [\s\S]+\n\n\*\*Chosen\.\*\* [\s\S]+\n\n\*\*Not taken\.\*\* /,
    )
    expect(linesOf(file)).toBeLessThanOrEqual(25)
  })

  it('is in the index with its title and date', () => {
    const lines = DECISIONS.map((file) => {
      const [, title = '', date = ''] = /^# (.+)\n\n(.+)$/m.exec(read(file)) ?? []
      return `- [${title}](${path.basename(file)}), ${date}`
    })
    const index = read('docs/decisions/README.md')
    expect(index.match(/^- .+$/gm)?.toSorted()).toEqual(lines.toSorted())
  })
})

describe('Glossary', () => {
  const rows = read('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Term |'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
    )

  it('lists terms alphabetically, each in one sentence', () => {
    const terms = rows.map(([term = '']) => term)
    expect(terms.length).toBeGreaterThan(40)
    expect(terms).toEqual(terms.toSorted())
    expect(rows.filter(([, meaning = '']) => !/^[A-Z][^.]*(?:\.[a-z]\S*[^.]*)*\.$/.test(meaning))).toEqual([])
  })

  it.each(rows.filter(([, , type]) => type !== '–'))('names for %s a type that its file exports', (...row) => {
    const [, , type = '', file = ''] = row
    expect(read(file)).toMatch(new RegExp(`^export (?:interface|type|class) ${type}\\b`, 'm'))
  })
})

describe('Documentation page', () => {
  it.each(PAGES)('links to existing files and headings: %s', (file, { links }) => {
    expect(links.filter((link) => isDead(file, link))).toEqual([])
  })

  it.each(PAGES)('names existing paths: %s', (file, page) => {
    expect(pathsIn(page).filter((named) => !exists(file, named))).toEqual([])
  })

  it.each(PAGES)('names existing scripts of package.json: %s', (_, { text }) => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const named = [...text.matchAll(/\bnpm (?:run )?(?:-s )?(start|test|(?<=run (?:-s )?)[a-z][\w:-]*)/g)]
    expect(named.map(([, name = '']) => name).filter((name) => scripts[name] === undefined)).toEqual([])
  })

  it.each(PAGES)('names existing commands and options of tabletalk: %s', (_, page) => {
    expect(commandsIn(page).flatMap((words) => commandFault(words) ?? [])).toEqual([])
  })

  it('is searched for links, paths and commands with results', () => {
    const all = PAGES.map(([, page]) => page)
    expect(all.flatMap(({ links }) => links).length).toBeGreaterThan(100)
    expect(all.flatMap(pathsIn).length).toBeGreaterThan(200)
    expect(all.flatMap(commandsIn).length).toBeGreaterThan(50)
  })
})

describe('README figures', () => {
  it('each name their commit and date', () => {
    const [, section = ''] = /## Figures\n([\s\S]*?)\n## /.exec(read('README.md')) ?? []
    const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'))
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.filter((row) => !/\| `[0-9a-f]{7}`, \d{4}-\d{2}-\d{2} \|$/.test(row))).toEqual([])
  })
})
