import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { registerCommands } from '../src/cli/commands.ts'
import { PROBLEM_NAMES, problemRow } from '../src/platform/problems/problem.ts'

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

/** Words without a clear subject: a text for users names the user, the caller, the operator or the process. */
const VAGUE = /\b(?:nobody|somebody|whoever|whomever|whatever)\b/gi

const vagueIn = (text: string): readonly string[] => text.match(VAGUE) ?? []

/** Prose of a page, without its code: examples may hold any text. */
const proseOf = (page: string): string => page.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '')

const PAGES = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...globSync('docs/**/*.md', { cwd: ROOT })]
/** Pages that quote test titles. */
const QUOTING_PAGES = ['docs/promises.md', 'docs/specification.md']

/** Name and help text of `tabletalk` and every command below it. */
const helpTexts = (command: Command, above = ''): readonly (readonly [string, string])[] => {
  const name = `${above}${command.name()}`
  const help: string[] = []
  command.configureOutput({ writeOut: (text) => void help.push(text) }).outputHelp()
  return [[name, help.join('')], ...command.commands.flatMap((one) => helpTexts(one, `${name} `))]
}

/** All summaries and descriptions of a document. */
const documentTexts = (part: unknown): readonly string[] => {
  if (Array.isArray(part)) return part.flatMap(documentTexts)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'string' && /^(?:summary|description)$/.test(key) ? [value] : documentTexts(value),
  )
}

const program = new Command('tabletalk')
await registerCommands(program)

describe('Public text names the user, the caller, the operator or the process, not nobody, somebody, whoever or whatever', () => {
  it.each(PAGES.filter((page) => !QUOTING_PAGES.includes(page)))('on the page %s', (page) => {
    expect(vagueIn(proseOf(read(page)))).toEqual([])
  })

  it.each(helpTexts(program))('in the help of %s', (_name, help) => {
    expect(help.length).toBeGreaterThan(0)
    expect(vagueIn(help)).toEqual([])
  })

  it('in any problem message', () => {
    expect(PROBLEM_NAMES.filter((name) => vagueIn(problemRow(name).message).length > 0)).toEqual([])
  })

  it('in any summary or description of the API document', () => {
    const texts = documentTexts(JSON.parse(read('src/http/openapi.json')))
    expect(texts.length).toBeGreaterThan(200)
    expect(texts.filter((text) => vagueIn(text).length > 0)).toEqual([])
  })

  it.each(globSync('{web/src/{i18n/{en,problems-en},*/texts-en},widget/src/texts-en}.ts', { cwd: ROOT }))(
    'in the catalog %s',
    (file) => {
      const texts = read(file).replaceAll(/\/\*\*.*?\*\/|^\s*\/\/.*$/gms, '')
      expect(vagueIn(texts)).toEqual([])
    },
  )
})
