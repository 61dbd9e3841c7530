import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import Table from 'cli-table3'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import { calibrationOf, calibrationTable } from './calibration.ts'
import { FileBench, type Line } from './file-bench.ts'
import { glossaryFile } from './glossary-file.ts'
import { openedSet } from './opened-sets.ts'
import { parseQuestions } from './question-file.ts'

interface FileReportOptions {
  /** Path of a SQLite file. */
  readonly database: string
  /** Path of a file with one question per line. */
  readonly questions: string
  readonly glossary?: string | undefined
  /** The date of "today", instead of the current one. */
  readonly today?: string | undefined
  readonly json: boolean
  readonly quiet: boolean
}

/**
 * Asks the questions of a file and prints the outcome of each (one JSON object per line), or figures. The date when the
 * set was first opened is printed to standard error.
 */
export const reportFile = async (options: FileReportOptions): Promise<void> => {
  const text = readFileSync(options.questions, 'utf8')
  const questions = parseQuestions(text)
  const name = basename(options.questions)
  console.error(`${name}: first opened on ${openedSet(text, name, new Date()).firstOpened}`)
  const askedAt = options.today === undefined ? new Date() : new Date(`${options.today}T12:00:00Z`)
  const bench = new FileBench(options.database, glossaryFile(options.glossary), askedAt)
  const planner = builtinPlanner()
  const lines: Line[] = []
  try {
    for (const question of questions) {
      const line = await bench.ask(planner, question)
      lines.push(line)
      if (options.json) console.log(JSON.stringify(line))
      else if (!options.quiet && line.verdict !== 'right') printLine(question.question, line)
    }
  } finally {
    await bench.close()
  }
  if (!options.json) printFigures(lines)
}

/** Prints a question that was not answered correctly, with its interpretation. */
export const printLine = (question: string, { id, mode, verdict, query, message }: Line) =>
  console.log(`${(verdict ?? mode).padEnd(8)} ${id} ${question}\n         ${query ?? message.replaceAll('\n', ' ')}`)

/** Prints how many questions were right, wrong or declined, and the calibration of confidence. */
export const printFigures = (lines: readonly Line[]) => {
  const judged = lines.filter(({ verdict }) => verdict !== undefined)
  const count = (verdict: Line['verdict']) => judged.filter((line) => line.verdict === verdict).length
  const [right, wrong] = [count('right'), count('wrong')]
  const answered = judged.filter(({ mode }) => mode === 'query')
  const rightly = answered.filter(({ verdict }) => verdict === 'right').length
  const percent = (part: number, whole: number) => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`)
  const table = new Table({ style: { head: [], border: [], compact: true }, colAligns: ['left', 'right', 'right'] })
  table.push(
    ['questions', lines.length, ''],
    ['with a gold query', judged.length, ''],
    ['right', right, percent(right, judged.length)],
    ['right, with the columns of gold only', judged.filter(({ strict }) => strict).length, ''],
    ['wrong', wrong, percent(wrong, judged.length)],
    ['declined', count('declined'), percent(count('declined'), judged.length)],
    ['failed', count('failed'), percent(count('failed'), judged.length)],
    ['answered', answered.length, percent(answered.length, judged.length)],
    ['right among answers', rightly, percent(rightly, answered.length)],
  )
  console.log(table.toString())
  console.log(calibrationTable(calibrationOf(lines.filter(({ mode }) => mode === 'query'))))
}
