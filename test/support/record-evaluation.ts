import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { evaluationLines } from '../../demo/evaluation-questions.ts'

/** Writes the demo's questions for `tabletalk eval`: `npm run record:eval`. */
const FILE = path.join(import.meta.dirname, '../../demo/eval.jsonl')

writeFileSync(
  FILE,
  evaluationLines()
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
)
