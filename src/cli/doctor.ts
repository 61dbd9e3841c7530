import { styleText } from 'node:util'
import Table from 'cli-table3'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import type { Finding } from './finding.ts'
import { collectFindings } from './findings.ts'

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
      const report = json === true ? `${JSON.stringify({ ok, findings }, undefined, 2)}\n` : asText(ok, findings)
      process.stdout.write(report)
      if (!ok) process.exitCode = 1
    })
}

const MARKS = {
  found: styleText('green', '✓'),
  absent: styleText('dim', '–'),
  missing: styleText('red', '✗'),
} as const

const NO_LINES = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '' },
  ...{ 'bottom-right': '', left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' },
}

const asText = (ok: boolean, findings: readonly Finding[]): string => {
  const table = new Table({ chars: NO_LINES, style: { border: [], 'padding-left': 0, 'padding-right': 0 } })
  for (const { what, state, detail, helps } of findings) {
    table.push([MARKS[state], what, [detail, ...helps.map((text) => `helps: ${text}`)].join('\n')])
  }
  const verdict = ok ? 'npm start can work.' : 'npm start cannot work yet; see the lines with ✗.'
  return `${table.toString().replace(/(?<! ) +$/gm, '')}\n\n${verdict}\n`
}
