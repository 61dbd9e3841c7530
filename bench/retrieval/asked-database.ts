import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { generateDemo } from '../../demo/generate.ts'
import { demoQuestions, goldsOf, QUESTION_SETS } from '../../demo/questions.ts'
import { singleTenantCopy } from '../../demo/single-tenant-copy.ts'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import type { ColumnValues, Knowledge } from '../../src/ask/rules/knowledge.ts'
import { DemoBench } from '../demo/run.ts'
import { FileBench } from '../questions/file-bench.ts'
import { parseQuestions } from '../questions/question-file.ts'
import { type GoldNeeds, GoldReader } from './gold-needs.ts'

/** A question with the needs of each acceptable reading. */
export interface QuestionWithNeeds {
  readonly id: string
  readonly question: string
  readonly needs: readonly GoldNeeds[]
  /** The result of its name look-up. */
  readonly named: readonly ColumnValues[]
  /** Its vector, if there is an embedding model. */
  readonly meaning?: Float32Array
}

export interface AskedDatabase {
  readonly name: string
  readonly knowledge: Knowledge
  readonly questions: readonly QuestionWithNeeds[]
}

/** Databases of a folder: `NAME.sqlite` and `NAME.jsonl`, as for `bench:questions`. */
export const filedDatabases = async (folder: string): Promise<readonly AskedDatabase[]> => {
  const names = readdirSync(folder).filter((file) => file.endsWith('.sqlite'))
  const found: AskedDatabase[] = []
  for (const name of names.map((file) => basename(file, '.sqlite'))) {
    const bench = new FileBench(join(folder, `${name}.sqlite`), EMPTY_GLOSSARY, new Date())
    const { knowledge, know } = await bench.view()
    const golds = new GoldReader(join(folder, `${name}.sqlite`))
    const questions: QuestionWithNeeds[] = []
    for (const { id, question, gold } of parseQuestions(readFileSync(join(folder, `${name}.jsonl`), 'utf8'))) {
      if (gold === undefined || gold === null) continue
      const { named = [] } = await know({ question, recentTurns: [] })
      questions.push({ id: `${name} ${id}`, question, named, needs: [gold].flat().map((query) => golds.needs(query)) })
    }
    found.push({ name, knowledge, questions })
    golds.close()
    await bench.close()
  }
  return found
}

/** The demo for its first shop, with the standalone questions of all lists. */
export const demoDatabase = async (folder: string, today: Date): Promise<AskedDatabase> => {
  const tenant = 1
  const bench = new DemoBench(today)
  const { knowledge, know } = await bench.view(tenant)
  const [file, copy] = [join(folder, 'demo.sqlite'), join(folder, 'shop.sqlite')]
  generateDemo(file, today)
  singleTenantCopy(file, copy, tenant)
  const golds = new GoldReader(copy)
  const questions: QuestionWithNeeds[] = []
  for (const one of QUESTION_SETS.flatMap((set) => demoQuestions(set, today))) {
    if (one.kind !== 'query' || one.after !== undefined || (one.tenant ?? tenant) !== tenant) continue
    const { id, question } = one
    const { named = [] } = await know({ question, recentTurns: [] })
    questions.push({ id, question, named, needs: goldsOf(one).map((query) => golds.needs(query)) })
  }
  await bench.close()
  golds.close()
  return { name: 'demo', knowledge, questions }
}

/** All databases merged into one, each in a schema with a meaningless name. */
export const merged = (databases: readonly AskedDatabase[]): AskedDatabase => {
  const all = databases.map((database, at) => inSchema(database, `s${at + 1}`))
  const [first] = all
  if (first === undefined) throw new RangeError('there is nothing to merge')
  const schema = {
    ...first.knowledge.view.schema,
    tables: all.flatMap(({ knowledge }) => knowledge.view.schema.tables),
  }
  const glossaries = all.map(({ knowledge }) => knowledge.view.glossary)
  const glossary = {
    tables: glossaries.flatMap(({ tables }) => tables),
    columns: glossaries.flatMap(({ columns }) => columns),
    phrases: glossaries.flatMap(({ phrases }) => phrases),
  }
  return {
    name: 'all of them as one',
    knowledge: {
      view: { ...first.knowledge.view, schema, glossary },
      values: all.flatMap(({ knowledge }) => knowledge.values),
    },
    questions: all.flatMap(({ questions }) => questions),
  }
}

const inSchema = ({ name, knowledge, questions }: AskedDatabase, schema: string): AskedDatabase => {
  const { view, values } = knowledge
  const moved = <Gloss extends { readonly table: string }>(gloss: Gloss): Gloss => ({
    ...gloss,
    table: `${schema}.${gloss.table}`,
  })
  const tables = view.schema.tables.map((table) => ({
    ...table,
    schema,
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, refTable: `${schema}.${key.refTable}` })),
  }))
  const { glossary } = view
  const glossed = {
    tables: glossary.tables.map(moved),
    columns: glossary.columns.map(moved),
    phrases: glossary.phrases.map(moved),
  }
  const renamed = (names: ReadonlySet<string>) => new Set([...names].map((one) => `${schema}.${one}`))
  return {
    name,
    knowledge: { view: { ...view, schema: { ...view.schema, tables }, glossary: glossed }, values: values.map(moved) },
    questions: questions.map((one) => ({
      ...one,
      named: one.named.map(moved),
      needs: one.needs.map(({ tables: read, columns, literals }) => ({
        tables: renamed(read),
        columns: renamed(columns),
        literals,
      })),
    })),
  }
}
