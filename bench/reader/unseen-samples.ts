import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtDatabase } from '../questions/built-database.ts'
import { FileBench } from '../questions/file-bench.ts'
import { parseQuestions } from '../questions/question-file.ts'
import { type Samples, samplesOf } from './sample.ts'

const NO_GLOSSARY = { tables: [], columns: [], phrases: [] }

/**
 * Readings of questions on databases without a glossary: each `NAME.jsonl` of a folder, on `NAME.sqlite` or on a
 * database made from `NAME.sql`.
 *
 * @param names sets to read; default: all
 */
export const unseenSamples = async (folder: string, askedAt: Date, names?: readonly string[]): Promise<Samples[]> => {
  const files = readdirSync(folder)
  const samples: Samples[] = []
  for (const file of files.filter((one) => one.endsWith('.jsonl'))) {
    const group = file.replace('.jsonl', '')
    if (names !== undefined && !names.includes(group)) continue
    const built = files.includes(`${group}.sql`) ? builtDatabase(join(folder, `${group}.sql`)) : null
    const bench = new FileBench(built?.file ?? join(folder, `${group}.sqlite`), NO_GLOSSARY, askedAt)
    const { know } = await bench.view()
    for (const { question, gold } of parseQuestions(readFileSync(join(folder, file), 'utf8'))) {
      if (gold === undefined) continue
      const golds = gold === null ? [] : [gold].flat()
      const isRight = (query: string) => bench.isRight(query, golds)
      // If the right result is empty, wrong queries would count as right.
      if (await isRight('SELECT 0 WHERE 0 = 1')) continue
      samples.push(
        await samplesOf(
          await know({ question, recentTurns: [] }),
          { group, question, askedAt: askedAt.toISOString() },
          isRight,
        ),
      )
    }
    await bench.close()
    built?.remove()
  }
  return samples
}
