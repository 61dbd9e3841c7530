import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { intervalToDuration } from 'date-fns/intervalToDuration'

const HELP = `Tests that take long: crash tables, chaos, soak, fuzz, mutants, hostile cost. Parts run one after the other.

  npm run test:long [-- NAME...]      the parts whose names contain a NAME (default: all)
  npm run test:long -- --list         their names

Prints a table (Markdown) at the end, and exits with 1 if a part failed.
`

const ROOT = path.join(import.meta.dirname, '../..')
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning']

/** A part of the long suite: a test file, or a program that exits with 0 on success. */
interface Part {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly isSuite?: true
}

/** The result of a part; programs do not report a number of cases. */
interface Outcome {
  readonly name: string
  readonly seconds: number
  readonly cases: number | undefined
  readonly failed: number
}

const suites: readonly Part[] = globSync('test/long/**/*.test.ts', { cwd: ROOT })
  .toSorted()
  .map((file) => ({
    name: file.replace(/^test\/long\//, '').replace(/\.test\.ts$/, ''),
    program: 'npm',
    args: ['run', '-s', 'jest', '--', '--forceExit', '--runTestsByPath', file],
    isSuite: true,
  }))

const programs: readonly Part[] = [
  { name: 'contract/schemathesis', program: path.join(ROOT, 'test/long/contract/schemathesis'), args: [] },
  {
    name: 'chaos/ten-minutes',
    program: process.execPath,
    args: [...NODE_FLAGS, 'chaos/main.ts', '--no-exact', '--minutes', '10'],
  },
  { name: 'mutants', program: process.execPath, args: [...NODE_FLAGS, 'bench/mutants.ts', '--sample', '10'] },
]

const run = async ({ name, program, args, isSuite }: Part): Promise<Outcome> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-long-'))
  const results = path.join(folder, 'results.json')
  const began = performance.now()
  const child = spawn(program, [...args, ...(isSuite ? ['--json', `--outputFile=${results}`] : [])], {
    cwd: ROOT,
    // Programs choose their own suites: mutants run both.
    env: { ...process.env, ...(isSuite ? { TABLETALK_SUITE: 'long' } : {}) },
    stdio: ['ignore', isSuite ? 'ignore' : 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  const seconds = (performance.now() - began) / 1000
  const counts = isSuite ? countsOf(results) : undefined
  rmSync(folder, { recursive: true, force: true })
  return { name, seconds, cases: counts?.cases, failed: Math.max(counts?.failed ?? 0, code === 0 ? 0 : 1) }
}

const countsOf = (file: string): { readonly cases: number; readonly failed: number } | undefined => {
  try {
    const { numTotalTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'))
    return { cases: numTotalTests, failed: numFailedTests }
  } catch {
    return undefined
  }
}

const shownTime = (seconds: number): string => {
  const { hours = 0, minutes = 0, seconds: rest = 0 } = intervalToDuration({ start: 0, end: seconds * 1000 })
  return `${hours * 60 + minutes}:${String(rest).padStart(2, '0')}`
}

const row = ({ name, seconds, cases, failed }: Outcome): string =>
  `| ${name} | ${shownTime(seconds)} | ${cases ?? ''} | ${failed} |`

const table = (outcomes: readonly Outcome[]): string =>
  ['| part | min:s | cases | failed |', '|---|---:|---:|---:|', ...outcomes.map(row)].join('\n')

const words = process.argv.slice(2)
const parts = [...suites, ...programs]
if (words.includes('--help')) process.stdout.write(HELP)
else if (words.includes('--list')) process.stdout.write(`${parts.map(({ name }) => name).join('\n')}\n`)
else {
  const chosen = parts.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const outcomes: Outcome[] = []
  for (const part of chosen) {
    process.stderr.write(`\n${part.name} (${outcomes.length + 1} of ${chosen.length})\n`)
    const outcome = await run(part)
    process.stderr.write(`${row(outcome)}\n`)
    outcomes.push(outcome)
  }
  process.stdout.write(`\n${table(outcomes)}\n`)
  if (chosen.length === 0) process.stderr.write(`No part has such a name; --list shows the names.\n`)
  process.exitCode = chosen.length > 0 && outcomes.every(({ failed }) => failed === 0) ? 0 : 1
}
