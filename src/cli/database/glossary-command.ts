import { type Command, Option } from 'commander'
import { readConfig } from '../../config.ts'
import { draftGlossary } from '../../databases/draft-glossary.ts'
import { heldGlossary } from '../../databases/written-glossary.ts'
import { productText } from '../../domain/ask/formula.ts'
import { countsOf, type Glossary, type PhraseGloss } from '../../domain/ask/glossary.ts'
import type { GlossaryDraft } from '../../domain/ask/glossary-proposal/propose-glossary.ts'
import type { GlossaryMistake } from '../../domain/ask/resolve-glossary.ts'
import { readGlossary } from '../../input/glossary-file.ts'
import { FileInvalid, placeOf } from '../../input/written-file.ts'
import type { DatabaseChoice } from '../choose-database.ts'
import { withOrganization } from '../choose-organization.ts'
import { printJson, printRows } from '../print.ts'
import { readJsonFile } from '../read-json-file.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal, type Terminal } from '../terminal.ts'
import { type ChosenDatabase, withDatabase } from '../with-database.ts'
import { describeDatabase } from '../with-engines.ts'
import { fileNamedAfter, writeJsonFile } from '../write-json-file.ts'
import { namedDatabase } from './named-database.ts'
import { storeChange } from './store-change.ts'

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

interface GlossaryOptions extends DatabaseChoice {
  readonly apply?: string
  readonly draft?: true | string
  readonly export?: true | string
  readonly json?: boolean
}

/** `tabletalk database glossary`: shows, writes and replaces what people call what a database has. */
export const registerGlossary = (database: Command): void => {
  withOrganization(namedDatabase(database.command('glossary')))
    .summary('show or replace the glossary: synonyms for tables, columns and values')
    .description('Shows or replaces the glossary of a database: your synonyms for its tables, columns and values.')
    .addOption(new Option('--apply <file>', 'replace the glossary with the one in this file').conflicts('export'))
    .option('--export [file]', 'write the glossary to a file')
    .addOption(new Option('--draft [file]', 'draft a glossary, and write it to a file').conflicts(['apply', 'export']))
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((named: string | undefined, { database: option, ...options }: GlossaryOptions) =>
      withDatabase(readConfig(), { org: options.org, database: named ?? option }, (chosen) =>
        useGlossary(chosen, options),
      ),
    )
}

const useGlossary = async (
  { operator, settings, engine, address, include }: ChosenDatabase,
  { apply, draft, export: into, json = false }: GlossaryOptions,
): Promise<void> => {
  const { id: database_id, organizationId, name } = settings
  const terminal = processTerminal()
  if (into !== undefined) {
    const file = into === true ? fileNamedAfter(name, 'glossary') : into
    await writeJsonFile(file, settings.glossary)
    if (json) printJson(terminal, { database_id, glossary_file: file })
    else terminal.write(`${file}\n`)
    return
  }
  const schema = await describeDatabase({ engine, address, include }, { quiet: json })
  if (draft !== undefined) {
    const file = draft === true ? fileNamedAfter(name, 'glossary-draft') : draft
    const proposed = await draftGlossary(operator, settings, { engine, schema })
    return await writeDraft(terminal, proposed, { file, database_id, json })
  }
  const written =
    apply === undefined ? settings.glossary : await readJsonFile(apply, (value) => readGlossary(draftedIn(value)))
  const { glossary, mistakes } = heldGlossary(written, { engine, schema, policy: settings.policy })
  if (apply !== undefined) {
    if (mistakes.length > 0) throw FileInvalid.of(`glossary in ${apply}`, mistakes)
    const fields = countsOf(glossary)
    const told = { organizationId, action: 'glossary.replaced', subject: database_id, fields } as const
    await recordChange(operator, told, () => storeChange(operator, settings, { glossary }))
  }
  if (json) return printJson(terminal, { database_id, glossary, unused: mistakes.map(lineOf) })
  printRows(terminal, glossaryRows(glossary), `${name} has no glossary.`)
  for (const mistake of mistakes) terminal.note(`No longer valid, ignored: ${lineOf(mistake)}`)
}

interface WritingDraft {
  readonly file: string
  readonly database_id: string
  readonly json: boolean
}

const writeDraft = async (
  terminal: Terminal,
  { glossary, proposals: all, notes }: GlossaryDraft,
  { file, database_id, json }: WritingDraft,
): Promise<void> => {
  const proposals = all.map(({ kind, about, says, evidence }) => ({ kind, about, says, evidence }))
  await writeJsonFile(file, { glossary, proposals })
  if (json) return printJson(terminal, { database_id, glossary_file: file, glossary, proposals, notes })
  printRows(terminal, proposals, 'There are no new proposals for the glossary.')
  for (const note of notes) terminal.note(note)
  terminal.note(`The glossary with these proposals is in ${file}. To put it into effect, use --apply.`)
}

/** The glossary of a file that `--draft` wrote; any other file is one itself. */
const draftedIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'glossary' in value ? value.glossary : value

const lineOf = ({ path, message }: GlossaryMistake): string => `${placeOf(path)}: ${message}`

type Row = Readonly<Record<'what' | 'called' | 'more', string>>

/** What each entry of a glossary stands for, and how people say it. */
const glossaryRows = ({ tables, columns, phrases }: Glossary): readonly Row[] => [
  ...tables.map(({ table, synonyms, description, label, surname, time }) => ({
    ...{ what: table, called: synonyms.join(', ') },
    more: joined(
      label && `named by ${[label, surname].filter(Boolean).join(' and ')}`,
      time && `dated by ${time}`,
      description,
    ),
  })),
  ...columns.map(({ table, column, synonyms, description, unit, references, values }) => ({
    ...{ what: `${table}.${column}`, called: synonyms.join(', ') },
    more: joined(
      unit && `in ${unit}`,
      references && `→ ${references}`,
      values && 'values not given to planners',
      description,
    ),
  })),
  ...phrases.map((said) => ({ what: meaningOf(said), called: said.phrase, more: '' })),
]

const joined = (...said: readonly (string | undefined)[]): string => said.filter(Boolean).join('; ')

const meaningOf = ({ table, filter, measure }: PhraseGloss): string => {
  if (filter !== undefined) {
    const value = filter.value === undefined ? '' : ` ${JSON.stringify(filter.value)}`
    return `${table}.${filter.column} ${filter.op}${value}`
  }
  const product = measure === undefined ? '' : productText(measure, (column) => column)
  return `${measure?.aggregate} of ${product === '' ? table : `${table}.${product}`}`
}
