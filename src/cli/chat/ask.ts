import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../config.ts'
import { askTarget, type TargetOptions } from './ask-target.ts'
import { collectAnswer } from './collect-answer.ts'
import { AskFailed, type AskRequest, followTurn } from './follow-turn.ts'
import { presentAnswer } from './present-answer.ts'
import { shellWord } from './shell-word.ts'
import { processTerminal, type Terminal } from './terminal.ts'

interface AskOptions extends TargetOptions {
  readonly conversation?: string
  readonly database?: string
  readonly personality?: string
  readonly json?: boolean
}

const EXAMPLES = `
Examples:
  $ tabletalk ask "How many orders did we have last month?"
  $ tabletalk ask --tenant 2 --scope anna "Which products are sold out?"
  $ tabletalk ask --conversation 0199e6a4-5b0e-7c3d-9f2a-6c1d0e8b7a55 "And by month?"
  $ tabletalk ask --json "Revenue by month" | jq .results

It asks the service that \`npm start\` has started, as its demo organization, unless options say otherwise.
Ctrl-C stops reading; the answer will be in the conversation.`

export interface AskSurroundings {
  readonly terminal?: () => Terminal
  /** The folder with what is known of the running service. */
  readonly home?: () => string
}

/** `tabletalk ask "…"`: a question in the terminal. */
export const registerAsk = (
  program: Command,
  { terminal: openTerminal = processTerminal, home = () => readConfig().home }: AskSurroundings = {},
): void => {
  program
    .command('ask')
    .summary('ask a question in the terminal')
    .description('Asks a question and shows the answer as it is written, then its rows.')
    .argument('<question...>', 'the question, in quotes or not')
    .option('--tenant <id>', 'ask as this tenant (X-Tenant-Id); default: the first of the demo')
    .option('--scope <id>', 'ask as this end user or group (X-Scope-Id)')
    .option('--conversation <id>', 'continue this conversation')
    .option('--database <id>', 'the database to ask; default: the demo’s, or the only one of the key')
    .option('--personality <id>', 'how the answer sounds: one of `tabletalk personality list`')
    .option('--json', 'print one JSON document instead')
    .option('--url <address>', 'the service; default: the one that runs here', httpAddress)
    .option('--key <key>', 'the API key; default: the demo organization’s')
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], options: AskOptions) => {
      const terminal = openTerminal()
      const release = terminal.exitOnInterrupt(130)
      try {
        await ask(words.join(' '), options, { terminal, home: home() })
      } catch (error) {
        if (!(error instanceof AskFailed)) throw error
        terminal.fail(error.message)
      } finally {
        release()
      }
    })
}

const ask = async (
  question: string,
  options: AskOptions,
  { terminal, home }: { readonly terminal: Terminal; readonly home: string },
): Promise<void> => {
  const { baseUrl, headers, note, ...target } = await askTarget(home, options)
  const { conversation: conversationId, personality: personalityId } = options
  const databaseId = options.database ?? (conversationId === undefined ? target.databaseId : undefined)
  const request: AskRequest = { baseUrl, headers, question, conversationId, databaseId, personalityId }
  if (note !== undefined && options.json !== true) terminal.note(note)
  if (options.json === true) {
    terminal.write(`${JSON.stringify(await collectAnswer(followTurn(request)), undefined, 2)}\n`)
    return
  }
  await presentAnswer(followTurn(request), { terminal, continueWith: optionsToRepeat(options) })
}

/** A conversation belongs to its tenant and scope: whoever continues it must name them again. */
const optionsToRepeat = ({ tenant, scope, personality, url, key }: AskOptions): string => {
  const given = Object.entries({ tenant, scope, personality, url, key: key === undefined ? undefined : '…' })
  return given.flatMap(([name, value]) => (value === undefined ? [] : [` --${name} ${shellWord(value)}`])).join('')
}

const httpAddress = (text: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('It must start with http:// or https://.')
  return text
}
