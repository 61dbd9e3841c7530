import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * `npm test`: all suites, and after them, alone, what of chaos is tried every time: it needs the machine to itself. With
 * arguments it is jest with these arguments and nothing else.
 */
const JEST = path.join(import.meta.dirname, '../../node_modules/jest/bin/jest.js')
const FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']

const jest = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> => {
  const child = spawn(process.execPath, [...FLAGS, JEST, ...args], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

const args = process.argv.slice(2)
if (args.length > 0) {
  process.exitCode = await jest(args)
} else {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-counts-'))
  // The closing line of the second run counts the first one too.
  const counts = { TABLETALK_TEST_COUNTS: path.join(folder, 'counts.json') }
  const code = await jest([], counts)
  process.exitCode = code === 0 ? await jest(['test/chaos/(slice|full-disk)'], { ...counts, CHAOS: '1' }) : code
  rmSync(folder, { recursive: true, force: true })
}
