import { styleText } from 'node:util'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { chatTarget, httpAddress } from './chat/chat-target.ts'
import type { Finding } from './finding.ts'
import { collectFindings } from './findings.ts'
import { printJson } from './print.ts'
import { streamFinding } from './stream-finding.ts'
import { processTerminal } from './terminal.ts'
import { padded, textWidth, wrapped } from './text-width.ts'

const EXAMPLES = `
Examples:
  $ npm run -s doctor
  $ tabletalk doctor --through https://chat.example.com --key sk_… --tenant 42
  $ tabletalk doctor --json | jq '.findings[] | select(.state == "missing")'

Ends with 0 when \`npm start\` can work (with --through: when streams are passed on), with 1 otherwise.
--through asks up to three times Hello, as questions that count.`

interface DoctorOptions {
  readonly json?: boolean
  readonly through?: string
  readonly key?: string
  readonly tenant?: string
}

/** `tabletalk doctor`: what is here, what is missing, and what helps. */
export const registerDoctor = (program: Command): void => {
  program
    .command('doctor')
    .summary('tell what was found and what is missing')
    .description('Looks at everything that starting needs, and changes nothing.')
    .option('--through <address>', 'look instead whether a proxy at this address passes streams on', httpAddress)
    .option('--key <key>', 'with --through: an API key; default: the demo organization’s')
    .option('--tenant <id>', 'with --through: as this tenant')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json, through: url, ...caller }: DoctorOptions) => {
      const config = readConfig()
      const findings =
        url === undefined
          ? await collectFindings(config)
          : [await streamFinding(await chatTarget(config.home, { ...caller, url }))]
      const ok = findings.every(({ state }) => state !== 'missing')
      const terminal = processTerminal()
      if (json === true) printJson(terminal, { ok, findings })
      else terminal.write(asText(findings, url === undefined ? verdictOf(ok) : undefined, terminal.width))
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

const verdictOf = (ok: boolean): string =>
  ok ? 'npm start can work.' : 'npm start cannot work yet; see the lines with ✗.'

const asText = (
  findings: readonly Finding[],
  verdict: string | undefined,
  width = Number.POSITIVE_INFINITY,
): string => {
  const names = Math.max(...findings.map(({ what }) => textWidth(what)))
  const indent = ' '.repeat(1 + GAP.length + names + GAP.length)
  const lines = findings.flatMap(({ what, state, detail, helps }) => {
    const text = [detail, ...helps.map((one) => `helps: ${one}`)].join('\n')
    const head = `${MARKS[state]}${GAP}${padded(what, names)}${GAP}`
    const parts = wrapped(text, Math.max(DETAIL_MIN, width - indent.length))
    return parts.map((part, at) => `${at === 0 ? head : indent}${part}`)
  })
  return `${lines.join('\n')}\n${verdict === undefined ? '' : `\n${verdict}\n`}`
}
