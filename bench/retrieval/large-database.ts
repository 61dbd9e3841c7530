import { join } from 'node:path'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import { FileBench } from '../questions/file-bench.ts'
import { manyTables } from '../tables/many-tables.ts'
import type { AskedDatabase, QuestionWithNeeds } from './asked-database.ts'

/** A database of many tables with twelve columns, asked questions of other databases: their results are irrelevant. */
export const largeDatabase = async (
  folder: string,
  tables: number,
  questions: readonly Pick<QuestionWithNeeds, 'id' | 'question'>[],
): Promise<AskedDatabase> => {
  const file = join(folder, `${tables}-tables.sqlite`)
  manyTables(file, tables, 12)
  const bench = new FileBench(file, EMPTY_GLOSSARY, new Date())
  const { knowledge } = await bench.view()
  await bench.close()
  const nothing = { tables: new Set<string>(), columns: new Set<string>(), literals: new Set<string>() }
  return { name: 'large', knowledge, questions: questions.map((one) => ({ ...one, needs: [nothing], named: [] })) }
}
