import { type Command, Option } from 'commander'
import { productText } from '../../ask/rules/formula.ts'
import { countsOf, type Glossary, type PhraseGloss } from '../../ask/rules/glossary.ts'
import type { GlossaryMistake, ResolvedGlossary } from '../../ask/rules/resolve-glossary.ts'
import { readGlossary } from '../../manage/written-files/glossary-file.ts'
import { FileInvalid, pathText } from '../../manage/written-files/input-file.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { type Answer, tableOrText } from '../operator-command.ts'
import { recordChange } from '../record-change.ts'
import { fileNamedAfter, readJsonFile, writeJsonFile } from '../text-files.ts'
import { databaseCommand, type ManagingDatabase, reading } from './database-command.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database glossary shop
  $ tabletalk database glossary shop --draft
  $ tabletalk database glossary shop --export shop.glossary.json
  $ tabletalk database glossary shop --apply shop.glossary.json

--draft proposes a glossary from the schema and from values that all tenants share, and writes it to a file with the evidence
for each proposal. Edit "glossary" in this file; it takes effect when you pass the file to --apply.

A glossary is a JSON document; each of its lists is optional:

  {
    "tables": [{"table": "customers", "synonyms": ["client", "buyer"], "label": "full_name", "time": "created_at"}],
    "columns": [{"table": "orders", "column": "total", "synonyms": ["turnover"], "unit": "EUR"}],
    "phrases": [
      {"phrase": "paid", "table": "orders", "filter": {"column": "status", "op": "=", "value": "paid"}},
      {"phrase": "revenue", "table": "order_items",
       "measure": {"aggregate": "sum", "column": "quantity", "times": "unit_price"}}
    ]
  }`

interface GlossaryOptions {
  readonly apply?: string
  readonly draft?: true | string
  readonly export?: true | string
}

/** `tabletalk database glossary`: shows, exports, drafts and replaces the glossary of a database. */
export const registerGlossary = (parent: Command): void =>
  databaseCommand<GlossaryOptions>(parent, 'glossary', {
    isNamed: false,
    summary: 'show or replace the glossary: synonyms for tables, columns and values',
    description: 'Shows or replaces the glossary of a database: your synonyms for its tables, columns and values.',
    examples: EXAMPLES,
    declare: (command) =>
      command
        .addOption(new Option('--apply <file>', 'replace the glossary with the one in this file').conflicts('export'))
        .option('--export [file]', 'write the glossary to a file')
        .addOption(
          new Option('--draft [file]', 'draft a glossary, and write it to a file').conflicts(['apply', 'export']),
        ),
    async answer(managing, options) {
      const { managed, stored } = managing
      const { id: database_id, name, glossary } = stored
      const { apply, draft, export: into } = options
      if (into !== undefined) {
        const file = into === true ? fileNamedAfter(name, 'glossary') : into
        await writeJsonFile(file, glossary)
        return { json: { database_id, glossary_file: file }, text: file }
      }
      if (draft !== undefined) {
        const file = draft === true ? fileNamedAfter(name, 'glossary-draft') : draft
        return await reading(options, () => drafted(managing, file))
      }
      const { glossary: kept, mistakes }: ResolvedGlossary = await reading(options, async () =>
        apply === undefined
          ? await managed.resolvedGlossary(stored)
          : { glossary: await applied(managing, apply), mistakes: [] },
      )
      return {
        json: { database_id, glossary: kept, unused: mistakes.map(lineOf) },
        text(terminal) {
          tableOrText(glossaryRows(kept), `${name} has no glossary.`)(terminal)
          for (const mistake of mistakes) terminal.note(`No longer valid, ignored: ${lineOf(mistake)}`)
        },
      }
    },
  })

/** Replaces the glossary by that of a file. @throws FileInvalid that lists all mistakes with their paths */
const applied = async ({ managed, stored, ...parts }: ManagingDatabase, file: string): Promise<Glossary> => {
  const written = await readJsonFile(file, (value) => readGlossary(draftedIn(value)))
  const { organizationId } = parts
  const entry = { organizationId, action: 'glossary.replaced', subject: stored.id, fields: countsOf(written) } as const
  try {
    return await managed.replaceGlossary(stored, written, (_, write) => recordChange(parts, entry, write))
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'input_invalid') throw error
    throw FileInvalid.of(
      `glossary in ${file}`,
      error.details.map(({ field, message }) => ({ path: pathOf(field), message })),
    )
  }
}

const pathOf = (field: string): (string | number)[] =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

const drafted = async ({ managed, stored }: ManagingDatabase, file: string): Promise<Answer> => {
  const { glossary, proposals: all, notes } = await managed.draftGlossary(stored)
  const proposals = all.map(({ kind, about, says, evidence }) => ({ kind, about, says, evidence }))
  await writeJsonFile(file, { glossary, proposals })
  return {
    json: { database_id: stored.id, glossary_file: file, glossary, proposals, notes },
    text(terminal) {
      tableOrText(proposals, 'There are no new proposals for the glossary.')(terminal)
      for (const note of notes) terminal.note(note)
      terminal.note(`The glossary with these proposals is in ${file}. To put it into effect, use --apply.`)
    },
  }
}

/** The content of a glossary file: a file of `--draft` has the glossary in a field. */
const draftedIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'glossary' in value ? value.glossary : value

const lineOf = ({ path, message }: GlossaryMistake): string => `${pathText(path)}: ${message}`

type Row = Readonly<Record<'what' | 'called' | 'more', string>>

/** One row per entry: what it describes, its synonyms, and further settings. */
const glossaryRows = ({ tables, columns, phrases }: Glossary): readonly Row[] => [
  ...tables.map(({ table, synonyms, description, label, surname, time }) => ({
    what: table,
    called: synonyms.join(', '),
    more: joined(
      label && `named by ${[label, surname].filter(Boolean).join(' and ')}`,
      time && `dated by ${time}`,
      description,
    ),
  })),
  ...columns.map(({ table, column, synonyms, description, unit, references, values }) => ({
    what: `${table}.${column}`,
    called: synonyms.join(', '),
    more: joined(
      unit && `in ${unit}`,
      references && `→ ${references}`,
      values && 'values not given to planners',
      description,
    ),
  })),
  ...phrases.map((gloss) => ({ what: meaningOf(gloss), called: gloss.phrase, more: '' })),
]

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('; ')

const meaningOf = ({ table, filter, measure }: PhraseGloss): string => {
  if (filter !== undefined) {
    const value = filter.value === undefined ? '' : ` ${JSON.stringify(filter.value)}`
    return `${table}.${filter.column} ${filter.op}${value}`
  }
  const product = measure === undefined ? '' : productText(measure, (column) => column)
  return `${measure?.aggregate} of ${product === '' ? table : `${table}.${product}`}`
}
