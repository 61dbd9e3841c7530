import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { ROOT } from './command-line.ts'
import { printJson } from './print.ts'
import { processTerminal } from './terminal.ts'

const Package = z.object({ version: z.string() })

/** `tabletalk --version`: the version of Tabletalk, with `--json` also the version of Node. */
export const printVersion = async (json: boolean): Promise<void> => {
  const { version } = Package.parse(JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')))
  const terminal = processTerminal()
  if (json) printJson(terminal, { version, node: process.versions.node })
  else terminal.write(`${version}\n`)
}
