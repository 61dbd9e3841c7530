import { styleText } from 'node:util'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import type { Finding } from './finding.ts'
import { collectFindings } from './findings.ts'
import { printJson } from './print.ts'
import { processTerminal } from './terminal.ts'
import { padded, textWidth, wrapped } from './text-width.ts'

const EXAMPLES = `
Examples:
  $ npm run -s doctor
  $ tabletalk doctor --json | jq '.findings[] | select(.state == "missing")'

Ends with 0 when \`npm start\` can work, with 1 otherwise.`

/** `tabletalk doctor`: what is here, what is missing, and what helps. */
export const registerDoctor = (program: Command): void => {
  program
    .command('doctor')
    .summary('tell what was found and what is missing')
    .description('Looks at everything that starting needs, and changes nothing.')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await collectFindings(readConfig())
      const ok = findings.every(({ state }) => state !== 'missing')
      const terminal = processTerminal()
      if (json === true) printJson(terminal, { ok, findings })
      else terminal.write(asText(ok, findings, terminal.width))
      if (!ok) process.exitCode = 1
    })
}

const MARKS = {
  found: styleText('green', '✓'),
  absent: styleText('dim', '–'),
  missing: styleText('red', '✗'),
} as const

const GAP = '  '
const DETAIL_MIN = 20

const asText = (ok: boolean, findings: readonly Finding[], width = Number.POSITIVE_INFINITY): string => {
  const names = Math.max(...findings.map(({ what }) => textWidth(what)))
  const indent = ' '.repeat(1 + GAP.length + names + GAP.length)
  const lines = findings.flatMap(({ what, state, detail, helps }) => {
    const text = [detail, ...helps.map((one) => `helps: ${one}`)].join('\n')
    const head = `${MARKS[state]}${GAP}${padded(what, names)}${GAP}`
    const parts = wrapped(text, Math.max(DETAIL_MIN, width - indent.length))
    return parts.map((part, at) => `${at === 0 ? head : indent}${part}`)
  })
  const verdict = ok ? 'npm start can work.' : 'npm start cannot work yet; see the lines with ✗.'
  return `${lines.join('\n')}\n\n${verdict}\n`
}
