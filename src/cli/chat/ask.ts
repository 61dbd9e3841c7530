import type { Command } from 'commander'
import { CommandFailed } from '../command-failed.ts'
import { commandLine } from '../command-line.ts'
import { printJson } from '../print.ts'
import type { Terminal } from '../terminal.ts'
import { Refused } from './call-api.ts'
import { type ChatSurroundings, chatAction } from './chat-action.ts'
import {
  type ChatTarget,
  chatTarget,
  optionsText,
  type TargetOptions,
  targetToRepeat,
  withDefaultTenant,
  withTarget,
} from './chat-target.ts'
import { choose } from './choose.ts'
import { collectAnswer } from './collect-answer.ts'
import { type AskRequest, followTurn } from './follow-turn.ts'
import { giveUp } from './give-up.ts'
import { Interrupted, InterruptibleTurn } from './interruptible-turn.ts'
import { databasesToChooseFrom, namedDatabaseId } from './named-database.ts'
import { type Presented, presentAnswer } from './present-answer.ts'

interface AskOptions extends TargetOptions {
  readonly conversation?: string
  readonly database?: string
  readonly personality?: string
  readonly json?: boolean
  readonly chart: boolean
}

const EXAMPLES = `
Examples:
  $ tabletalk ask "How many orders did we have last month?"
  $ tabletalk ask --tenant 2 --scope anna "Which products are sold out?"
  $ tabletalk ask --database crm "How many customers are there?"
  $ tabletalk ask --conversation 0199e6a4-5b0e-7c3d-9f2a-6c1d0e8b7a55 "And by month?"
  $ tabletalk ask --json "Revenue by month" | jq .results

By default, the question goes to the service that \`npm start\` started, with the key of the demo organization. If the database
has tenants, it is asked as the first tenant of the demo; otherwise no tenant is sent. --no-tenant never sends a tenant.
Ctrl-C cancels the question, prints how to continue the conversation, and exits with status 130; a second Ctrl-C exits
immediately.
An ambiguous question is answered with numbered choices. In a terminal, type a number to ask that one, or press Enter to exit.
If there is no answer, the exit status is 1 and the problem is on standard error.
--json prints {"turn_id", "conversation_id", "message_id", "message", "results", "columns", "row_count", "truncated",
"sources", "query_type", "execution_time_ms", …}, and "query", "chart", "assumptions",
"suggestions" and "choices" [{"label", "question"}] where the answer has them.`

/** `tabletalk ask "…"`: a question in the terminal. */
export const registerAsk = (program: Command, surroundings: ChatSurroundings = {}): void => {
  withTarget(program.command('ask'))
    .summary('ask a question in the terminal')
    .description('Asks a question and streams the answer, then shows its rows and their chart.')
    .argument('<question...>', 'the question; quotes are optional')
    .option('--conversation <id>', 'continue this conversation')
    .option(
      '--database <id or name>',
      'the database to ask; default: the database of the demo, or the only one that the key can use',
    )
    .option('--personality <id>', 'the personality that words the answer; `tabletalk personality list` shows the ids')
    .option('--no-chart', 'do not draw a chart')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((words: string[], options: AskOptions) =>
      chatAction(surroundings, ({ terminal, home }) => ask(words.join(' '), options, { terminal, home })),
    )
}

interface Asking {
  readonly terminal: Terminal
  readonly home: string
}

const ask = async (question: string, options: AskOptions, { terminal, home }: Asking): Promise<void> => {
  if (question.trim() === '') throw new CommandFailed('The question is empty.')
  const target = await chatTarget(home, options)
  const interruption = terminal.interruption(INTERRUPTED)
  const { signal } = interruption
  try {
    const request = { question, ...(await about(target, options, signal)) }
    const [first, second] = tenantsToTry(target, request.databaseId)
    await askAs(first, request, options, { terminal, signal }).catch((error: unknown) => {
      if (second === undefined || !isAboutTenant(error)) throw error
      return askAs(second, request, options, { terminal, signal })
    })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    interruption.release()
  }
  if (signal.aborted) terminal.exitWith(INTERRUPTED)
}

/**
 * Whether a database has tenants is the service's to say: it refuses a question that names none where one is needed, and
 * one that names any where there are none. What is likelier goes first; nothing runs for a question that is refused.
 */
const tenantsToTry = (
  target: ChatTarget,
  databaseId: string | undefined,
): readonly [first: ChatTarget, second?: ChatTarget] => {
  if (target.defaultTenant === undefined) return [target]
  const asDefault = withDefaultTenant(target)
  return databaseId === undefined || databaseId !== target.databaseId ? [target, asDefault] : [asDefault, target]
}

const isAboutTenant = (error: unknown): boolean => error instanceof Refused && error.fields.includes('X-Tenant-Id')

/** Asks one question, and then the choice that is taken of its answer, in the same conversation. */
const askAs = async (
  target: ChatTarget,
  about: Omit<AskRequest, 'target' | 'hangUp'>,
  options: AskOptions,
  { terminal, signal }: { readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<void> => {
  if (target.note !== undefined && options.json !== true) terminal.note(target.note)
  const request = { target, ...about }
  const presented = await answered(request, options, { terminal, signal })
  const chosen = presented === undefined ? undefined : await choose(presented.choices, terminal, signal)
  if (presented === undefined || chosen === undefined) return
  const { conversationId } = presented
  const goOn = { question: chosen.question, conversationId, personalityId: about.personalityId }
  const { note: _, ...sameCaller } = target
  await askAs(sameCaller, goOn, options, { terminal, signal })
}

/** @returns undefined where nothing was shown that can be gone on with */
const answered = async (
  request: Omit<AskRequest, 'hangUp' | 'target'> & { readonly target: ChatTarget },
  options: AskOptions,
  { terminal, signal }: { readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<Presented | undefined> => {
  const { target } = request
  const hangUp = new AbortController()
  const turn = new InterruptibleTurn(followTurn({ ...request, hangUp: hangUp.signal }), signal)
  try {
    return await show(turn, options, terminal)
  } catch (error) {
    if (!(error instanceof Interrupted)) throw await explained(error, { turn, target, options })
    await giveUp(turn, { terminal, target, ...commandsAfter(options) })
    return undefined
  } finally {
    hangUp.abort()
    turn.close().catch(() => undefined)
  }
}

/** As shells have it: 128 and the number of SIGINT. */
const INTERRUPTED = 130

const about = async (target: ChatTarget, options: AskOptions, signal: AbortSignal) => {
  const { conversation: conversationId, personality: personalityId, database } = options
  const ofDemo = conversationId === undefined ? target.databaseId : undefined
  const databaseId = database === undefined ? ofDemo : await namedDatabaseId(target, database, signal)
  return { conversationId, personalityId, databaseId }
}

const show = async (
  turn: InterruptibleTurn,
  options: AskOptions,
  terminal: Terminal,
): Promise<Presented | undefined> => {
  if (options.json !== true)
    return await presentAnswer(turn, {
      terminal,
      continueWith: commandsAfter(options).goOn,
      isChartless: !options.chart,
    })
  printJson(terminal, await collectAnswer(turn))
  return undefined
}

/** A conversation is continued as who began it, and with the same voice. */
const commandsAfter = (options: AskOptions) => {
  const command = commandLine({ folder: process.cwd() })
  const { personality } = options
  return {
    goOn: (conversation: string) =>
      `${command} ask${targetToRepeat(options)}${optionsText({ personality, conversation })} "…"`,
    lookFor: (conversation: string | undefined) =>
      `${command} history${targetToRepeat(options)}${conversation === undefined ? '' : ` ${conversation}`}`,
  }
}

interface Asked {
  readonly turn: InterruptibleTurn
  readonly target: ChatTarget
  readonly options: AskOptions
}

/** A failure, with what helps who reads it. */
const explained = async (error: unknown, { turn, target, options }: Asked): Promise<unknown> => {
  if (!(error instanceof CommandFailed)) return error
  const { begun } = turn
  if (begun !== undefined && !turn.isOver)
    return new CommandFailed(
      `${error.message}\nSee the conversation: ${commandsAfter(options).lookFor(begun.conversationId)}`,
    )
  const known = options.database === undefined ? undefined : await databasesToChooseFrom(target, error)
  return known === undefined ? error : new CommandFailed(`${error.message}\n${known}`)
}
