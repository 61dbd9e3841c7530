import { spawn } from 'node:child_process'
import path from 'node:path'

/** How many checks of a scenario of the official suite passed; a skipped one has none. */
export interface ScenarioOutcome {
  readonly passed: number
  readonly failed: number
}

const SUITE = path.join(import.meta.dirname, '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** The output of the official suite against a server. */
export const suiteOutput = async (url: string, options: readonly string[]): Promise<string> => {
  const child = spawn(process.execPath, [SUITE, 'server', '--url', url, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) text += chunk
  return text
}

/** Runs the scenarios that a revision requires, and those that are not scored. */
export const requiredScenarios = async (
  url: string,
  revision: string,
): Promise<ReadonlyMap<string, ScenarioOutcome>> => {
  const text = await suiteOutput(url, ['--requirements', revision])
  const outcomes = new Map(
    [...text.matchAll(SCENARIO)].map(([, name = '', passed, failed]) => [
      name,
      { passed: Number(passed), failed: Number(failed) },
    ]),
  )
  const lines = [...outcomes].map(([name, { passed, failed }]) => `${name}: ${passed} passed, ${failed} failed`)
  process.stderr.write(`\n${url}, revision ${revision}:\n${lines.join('\n')}\n`)
  return outcomes
}

const SCENARIO = /^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed$/gm
