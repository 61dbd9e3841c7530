import { tabletalkVersion } from '../platform/tabletalk-version.ts'
import { printJson } from './print.ts'
import { processTerminal } from './terminal.ts'

/** `tabletalk --version`: the version of Tabletalk, with `--json` also the version of Node. */
export const printVersion = (json: boolean): void => {
  const version = tabletalkVersion()
  const terminal = processTerminal()
  if (json) printJson(terminal, { version, node: process.versions.node })
  else terminal.write(`${version}\n`)
}
