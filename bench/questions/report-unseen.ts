import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EMPTY_GLOSSARY, type Glossary } from '../../src/ask/rules/glossary.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import { builtDatabase } from './built-database.ts'
import { FileBench, type Line } from './file-bench.ts'
import { openedSet } from './opened-sets.ts'
import { parseQuestions } from './question-file.ts'
import { printFigures, printLine } from './report-file.ts'

/** Databases without a glossary, each with questions in everyday language. */
export const UNSEEN_SETS = ['gym', 'harbour', 'festival', 'farms'] as const
export type UnseenSet = (typeof UNSEEN_SETS)[number]

const FOLDER = fileURLToPath(new URL('../unseen/', import.meta.url))
/** The SQL file of a database. */
export const unseenFile = (set: UnseenSet): string => `${FOLDER}${set}.sql`
/** No question depends on the day. */
const ASKED_AT = new Date('2026-11-22T12:00:00Z')

/** Asks all questions of one set. @param glossary an additional glossary */
export const askUnseen = async (
  set: UnseenSet,
  glossary: Glossary = EMPTY_GLOSSARY,
): Promise<readonly { readonly question: string; readonly line: Line }[]> => {
  const database = builtDatabase(unseenFile(set))
  const bench = new FileBench(database.file, glossary, ASKED_AT)
  const planner = builtinPlanner()
  const lines: { readonly question: string; readonly line: Line }[] = []
  try {
    for (const question of parseQuestions(readFileSync(`${FOLDER}${set}.jsonl`, 'utf8')))
      lines.push({ question: question.question, line: await bench.ask(planner, question) })
  } finally {
    await bench.close()
    database.remove()
  }
  return lines
}

/** Prints the figures of each set and of all, and failures unless `quiet`. */
export const reportUnseen = async (sets: readonly UnseenSet[], quiet: boolean): Promise<void> => {
  const all: Line[] = []
  for (const set of sets) {
    const text = readFileSync(`${FOLDER}${set}.jsonl`, 'utf8')
    console.error(`${set}: first opened on ${openedSet(text, set, new Date()).firstOpened}`)
    const asked = await askUnseen(set)
    if (!quiet) for (const { question, line } of asked) if (line.verdict !== 'right') printLine(question, line)
    console.log(set)
    printFigures(asked.map(({ line }) => line))
    all.push(...asked.map(({ line }) => line))
  }
  if (sets.length > 1) {
    console.log('all of these')
    printFigures(all)
  }
}
