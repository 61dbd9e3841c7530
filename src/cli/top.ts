import { setTimeout as delay } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../config.ts'
import { canAnimate } from '../local/can-animate.ts'
import { httpAddress } from './chat/chat-target.ts'
import { organizationId } from './choose-organization.ts'
import { CommandFailed } from './command-failed.ts'
import { operatorCredentials } from './operator.ts'
import { printJson } from './print.ts'
import { processTerminal } from './terminal.ts'
import { baseUrlOf, withStore } from './with-store.ts'

const EXAMPLES = `
Examples:
  $ tabletalk top
  $ tabletalk top --org 7 --every 10s
  $ tabletalk top --url https://chat.example.com --credential "$CREDENTIAL"
  $ tabletalk top --json | jq '.failed.turns[] | {problem, advice}'

Shows the data of GET /turns, GET /operators/health and GET /operators/limits, without questions or rows. Without
--credential, it creates a temporary credential with the secret of the service. In a terminal it refreshes until Ctrl-C; if
the output is not a terminal, it prints once.`

interface TopOptions {
  readonly org?: number
  readonly url?: string
  readonly credential?: string
  readonly every: number
  readonly once?: boolean
  readonly json?: boolean
}

/** `tabletalk top`: shows turns, health and limits of the service. */
export const registerTop = (program: Command): void => {
  program
    .command('top')
    .summary('show running, failed and slow turns, health and limits')
    .description('Shows running, failed and slow turns, the health of the service and the usage of limits.')
    .option('--org <id>', 'only this organization', organizationId)
    .option('--url <address>', 'the base URL of the service; default: the local service', httpAddress)
    .option('--credential <text>', 'an operator credential (tabletalk operator new); required with --url')
    .option('--every <time>', 'the refresh interval, for example 2s or 1m', everyOf, 2)
    .option('--once', 'print once and exit')
    .option('--json', 'print one JSON document and exit')
    .addHelpText('after', EXAMPLES)
    .action(top)
}

const top = async (options: TopOptions): Promise<void> => {
  const { url, credential } = options
  if (credential !== undefined) {
    const baseUrl = url ?? `http://localhost:${readConfig().port ?? 3000}`
    await watch({ baseUrl, credential }, options)
    return
  }
  if (url !== undefined)
    throw new CommandFailed(
      '--url requires --credential. An operator of the service creates one with: npx tabletalk operator new',
    )
  await withStore(readConfig(), async (operator) => {
    const credentials = operatorCredentials(operator)
    const made = await credentials.issue('tabletalk top', LASTS_S)
    try {
      await watch({ baseUrl: baseUrlOf(operator), credential: made.token }, options)
    } finally {
      await credentials.revoke(made.id)
    }
  })
}

const LASTS_S = 24 * 60 * 60

const INTERRUPTED = 130

interface Target {
  readonly baseUrl: string
  readonly credential: string
}

const watch = async ({ baseUrl, credential }: Target, { org, every, once, json }: TopOptions): Promise<void> => {
  // Loaded only here, because they are large.
  const [{ readService }, { serviceScreen }] = await Promise.all([
    import('./read-service.ts'),
    import('./service-screen.ts'),
  ])
  const terminal = processTerminal()
  const target = { baseUrl, advice: 'Check that the service is running. Start it with: npm start' }
  const read = () => readService(target, { credential, organizationId: org }, signal)
  const isLive = once !== true && json !== true && canAnimate(process.stdout)
  const interruption = terminal.interruption(INTERRUPTED)
  const { signal } = interruption
  try {
    if (!isLive) {
      const service = await read()
      if (json === true) printJson(terminal, service)
      else terminal.write(`${serviceScreen(service, { baseUrl, width: terminal.width, colors: terminal.colors })}\n`)
      return
    }
    terminal.write(ENTER_SCREEN)
    while (!signal.aborted) {
      const { columns: width, rows } = process.stdout
      const service = await read()
      const screen = serviceScreen(service, { baseUrl, width, colors: terminal.colors, everyS: every })
      terminal.write(`${HOME}${fitting(screen, rows)}${BELOW}`)
      await delay(every * 1000, undefined, { signal }).catch(() => undefined)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    if (isLive) terminal.write(LEAVE_SCREEN)
    interruption.release()
  }
}

/** The alternate screen of a terminal, without a cursor; leaving it restores the earlier output. */
const ENTER_SCREEN = '\u001B[?1049h\u001B[?25l'
const LEAVE_SCREEN = '\u001B[?25h\u001B[?1049l'
const HOME = '\u001B[H'
const REST_OF_LINE = '\u001B[K'
const BELOW = '\u001B[J'

const fitting = (screen: string, rows: number): string =>
  screen
    .split('\n')
    .slice(0, rows - 1)
    .map((line) => `${line}${REST_OF_LINE}\n`)
    .join('')

const EVERY_MAX_S = 3_600

const everyOf = (text: string): number => {
  const [, amount, unit] = /^(\d{1,4})(s|m)?$/.exec(text.trim()) ?? []
  const seconds = Number(amount) * (unit === 'm' ? 60 : 1)
  if (seconds >= 1 && seconds <= EVERY_MAX_S) return seconds
  throw new InvalidArgumentError('It must be a duration of at most 1h, for example 2s or 1m.')
}
