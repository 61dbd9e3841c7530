import { styleText } from 'node:util'
import type { Command } from 'commander'
import { padToWidth, textWidth, wrapText } from '../charts/text-width.ts'
import { type Config, readConfig } from '../config.ts'
import { type Finding, found, missing } from '../platform/values/finding.ts'
import { printable } from '../platform/values/printable.ts'
import { chatTarget, httpAddress, type TargetOptions } from './chat/chat-target.ts'
import { failureOf, type Service, streamingClientOf } from './chat/service-client.ts'
import { collectFindings } from './findings.ts'
import { printJson } from './print.ts'
import { processTerminal, type Terminal } from './terminal.ts'

const EXAMPLES = `
Examples:
  $ npm run -s doctor
  $ tabletalk doctor --through https://chat.example.com --key sk_… --tenant 42
  $ tabletalk doctor --json | jq '.findings[] | select(.state == "missing")'

The exit status is 0 if \`npm start\` can work (with --through: if the proxy does not buffer streams), 1 otherwise.
--through asks "Hello" up to three times; these questions count against limits.`

interface DoctorOptions {
  readonly json?: boolean
  readonly through?: string
  readonly key?: string
  readonly tenant?: string
}

/** `tabletalk doctor`: checks what the service needs, and says how to fix it. */
export const registerDoctor = (program: Command): void => {
  program
    .command('doctor')
    .summary('check that everything needed is installed')
    .description('Checks everything that the service needs to start. Changes nothing.')
    .option(
      '--through <address>',
      'check instead whether the proxy at this address passes on streams without buffering',
      httpAddress,
    )
    .option('--key <key>', 'with --through: an API key; default: the key of the demo organization')
    .option('--tenant <id>', 'with --through: the tenant')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json, through: url, ...caller }: DoctorOptions) => {
      const config = readConfig()
      const findings =
        url === undefined ? await collectFindings(config) : [await proxyFinding(config, { ...caller, url })]
      const ok = printFindings(findings, { json, hasVerdict: url === undefined }, processTerminal())
      if (!ok) process.exitCode = 1
    })
}

const proxyFinding = async ({ home }: Config, options: TargetOptions): Promise<Finding> => {
  const target = await chatTarget(home, options)
  return await streamFinding(target).catch((error: unknown) => {
    throw failureOf(error, target)
  })
}

/** Small talk: it reads no customer data, and its events still come some milliseconds apart. */
const QUESTION = 'Hello'

/** A fast answer may arrive at once by chance, but not three times. */
const TRIES = 3

/** Events within this time arrived at once. */
const TOGETHER_MS = 8

const HELPS =
  'configure the proxy to pass on chunks immediately: disable response buffering and compression of text/event-stream'

/**
 * Checks whether events of a stream arrive one by one, or all at once at the end, as from a proxy that buffers them. Asks at
 * most three questions.
 * @throws TabletalkError if a question fails
 */
export const streamFinding = async (
  target: Service & { readonly databaseId: string | undefined },
): Promise<Finding> => {
  const question = { message: QUESTION, database_id: target.databaseId }
  let timing = ''
  for (let tries = 0; tries < TRIES; tries++) {
    const begun = performance.now()
    const times: number[] = []
    for await (const _event of streamingClientOf(target).stream(question, { reconnects: 0 }))
      times.push(performance.now() - begun)
    const [first = 0, last = 0] = [times[0], times.at(-1)]
    timing = `the first event after ${Math.round(first)} ms, the last of ${times.length} after ${Math.round(last)} ms`
    if (last - first > TOGETHER_MS) return found('streams', `${target.baseUrl} passes on events immediately: ${timing}`)
  }
  return missing('streams', `${target.baseUrl} buffers events until the end: ${timing}`, HELPS)
}

const MARKS = {
  found: styleText('green', '✓'),
  absent: styleText('dim', '–'),
  missing: styleText('red', '✗'),
} as const

interface Printing {
  readonly json?: boolean | undefined
  /** Whether the text says if `npm start` can work. */
  readonly hasVerdict: boolean
}

/**
 * Prints findings without control characters: they may quote what a server or a database has sent.
 *
 * @returns whether nothing is missing
 */
export const printFindings = (
  findings: readonly Finding[],
  { json, hasVerdict }: Printing,
  terminal: Pick<Terminal, 'write' | 'width'>,
): boolean => {
  const shown = findings.map(printableFinding)
  const ok = findings.every(({ state }) => state !== 'missing')
  if (json === true) printJson(terminal, { ok, findings: shown })
  else terminal.write(asText(shown, hasVerdict ? verdictOf(ok) : undefined, terminal.width))
  return ok
}

const printableFinding = ({ what, state, detail, helps }: Finding): Finding => ({
  what: printable(what),
  state,
  detail: printableLines(detail),
  helps: helps.map(printableLines),
})

const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

const GAP = '  '
const DETAIL_MIN = 20

const verdictOf = (ok: boolean): string =>
  ok ? 'npm start can work.' : 'npm start cannot work yet: fix the lines marked ✗.'

const asText = (
  findings: readonly Finding[],
  verdict: string | undefined,
  width = Number.POSITIVE_INFINITY,
): string => {
  const names = Math.max(...findings.map(({ what }) => textWidth(what)))
  const indent = ' '.repeat(1 + GAP.length + names + GAP.length)
  const lines = findings.flatMap(({ what, state, detail, helps }) => {
    const text = [detail, ...helps.map((one) => `fix: ${one}`)].join('\n')
    const head = `${MARKS[state]}${GAP}${padToWidth(what, names)}${GAP}`
    const parts = wrapText(text, Math.max(DETAIL_MIN, width - indent.length))
    return parts.map((part, at) => `${at === 0 ? head : indent}${part}`)
  })
  return `${lines.join('\n')}\n${verdict === undefined ? '' : `\n${verdict}\n`}`
}
