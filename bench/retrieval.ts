import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { getEncoding } from 'js-tiktoken'
import { machine } from './measure/machine.ts'
import { type AskedDatabase, demoDatabase, filedDatabases, merged } from './retrieval/asked-database.ts'
import { embeddingsOf } from './retrieval/embeddings-of.ts'
import { largeDatabase } from './retrieval/large-database.ts'
import { type Recalled, recallOf } from './retrieval/recall.ts'

const HELP = `Whether what a question's gold query reads (tables, columns, literal values) is in what a model is told of the
database, within a number of tokens; on the demo, and on the databases of a folder (NAME.sqlite, NAME.jsonl), each alone and
all of them as one; and how long choosing takes where there are many tables.

  --databases FOLDER
  --tokens N          for each alone (3000)
  --merged-tokens N   for all as one (6000)
  --tables N,N…       of databases with tables of twelve columns (20,200,1000)
  --missing           show what was not in a context
  --embeddings MODEL  find tables by meaning too, as TABLETALK_EMBEDDING_MODEL does: openai:NAME, with OPENAI_API_KEY or
                      OPENAI_BASE_URL set`

const { values } = parseArgs({
  options: {
    databases: { type: 'string' },
    tokens: { type: 'string', default: '3000' },
    'merged-tokens': { type: 'string', default: '6000' },
    tables: { type: 'string', default: '20,200,1000' },
    embeddings: { type: 'string' },
    missing: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const encoding = getEncoding('o200k_base')
const table = new Table({
  head: [
    'database',
    'tables',
    'questions',
    'tables %',
    'columns %',
    'literals %',
    'tokens: most',
    'prompt: tokens',
    'characters',
  ],
})
const sizes = new Table({
  head: ['tables of 12 columns', 'longest prompt: tokens', 'characters', 'choosing: p50 ms', 'p95 ms'],
})
const percent = (all: readonly Recalled[], of: 'tables' | 'columns' | 'literals'): string =>
  ((100 * all.filter((one) => one[of]).length) / Math.max(1, all.length)).toFixed(1)

const most = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0)

const longestPrompt = (all: readonly Recalled[]): string =>
  all.reduce((longest, { prompt }) => (prompt.length > longest.length ? prompt : longest), '')

const embeddings = values.embeddings === undefined ? undefined : embeddingsOf(values.embeddings)

const report = async (given: AskedDatabase, tokens: number): Promise<readonly Recalled[]> => {
  const database = (await embeddings?.(given)) ?? given
  const all = recallOf(database, tokens)
  const longest = longestPrompt(all)
  table.push([
    ...[database.name, database.knowledge.view.schema.tables.length, all.length],
    ...[percent(all, 'tables'), percent(all, 'columns'), percent(all, 'literals')],
    ...[most(all.map((one) => one.tokens)), encoding.encode(longest).length, longest.length],
  ])
  if (values.missing)
    for (const { id, question, missing } of all)
      if (missing.length > 0) console.log(`${database.name} ${id}: ${question}\n    ${missing.join(', ')}`)
  return all
}

const main = async (): Promise<void> => {
  console.log(machine())
  const folder = mkdtempSync(join(tmpdir(), 'retrieval-'))
  try {
    const demo = await demoDatabase(folder, new Date())
    const filed = values.databases === undefined ? [] : await filedDatabases(values.databases)
    const alone: Recalled[] = []
    for (const one of [demo, ...filed]) alone.push(...(await report(one, Number(values.tokens))))
    table.push([
      'each alone',
      '',
      alone.length,
      percent(alone, 'tables'),
      percent(alone, 'columns'),
      percent(alone, 'literals'),
    ])
    await report(merged([demo, ...filed]), Number(values['merged-tokens']))
    console.log(table.toString())
    for (const tables of values.tables.split(',').map(Number)) {
      const large = await largeDatabase(folder, tables, alone)
      const known = (await embeddings?.(large)) ?? large
      const [, ...warm] = recallOf(known, Number(values['merged-tokens']))
      const at = (share: number): string =>
        (warm.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(share * warm.length)] ?? 0).toFixed(1)
      const longest = longestPrompt(warm)
      sizes.push([tables, encoding.encode(longest).length, longest.length, at(0.5), at(0.95)])
    }
    console.log(sizes.toString())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (values.help) console.log(HELP)
else await main()
