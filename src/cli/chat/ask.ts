import type { Command } from 'commander'
import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import type { Choice } from '../../ask/rules/choice.ts'
import { CommandFailed } from '../command-failed.ts'
import { commandLine } from '../command-line.ts'
import { printJson } from '../print.ts'
import type { Terminal } from '../terminal.ts'
import { type AskedTurn, giveUp, untilInterrupted } from './asked-turn.ts'
import { type ChatSurroundings, chatAction } from './chat-action.ts'
import {
  type ChatTarget,
  optionsText,
  type TargetOptions,
  targetToRepeat,
  withDefaultTenant,
  withTarget,
} from './chat-target.ts'
import { databasesToChooseFrom, namedDatabaseId } from './named-database.ts'
import { collectAnswer, type FollowTurn, type PresentedAnswer, presentAnswer } from './present-answer.ts'
import { failureOf, streamingClientOf } from './service-client.ts'

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

/** `tabletalk ask "…"`: asks a question and shows the answer. */
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
      chatAction(surroundings, options, ({ terminal, target }) => ask(words.join(' '), options, { terminal, target })),
    )
}

/** The exit status of shells after SIGINT: 128 plus the signal number. */
const INTERRUPTED = 130

const ask = async (
  question: string,
  options: AskOptions,
  { terminal, target }: { readonly terminal: Terminal; readonly target: ChatTarget },
): Promise<void> => {
  if (question.trim() === '') throw new CommandFailed('The question is empty.')
  const interruption = terminal.interruption(INTERRUPTED)
  const { signal } = interruption
  const { conversation: conversationId, personality: personalityId, database } = options
  try {
    const ofDemo = conversationId === undefined ? target.databaseId : undefined
    const databaseId = database === undefined ? ofDemo : await namedDatabaseId(target, database, signal)
    const request = { question, conversationId, personalityId, databaseId }
    const [first, second] = tenantsToTry(target, databaseId)
    const askAs = (caller: ChatTarget): Promise<void> => {
      if (caller !== target && caller.note !== undefined && options.json !== true) terminal.note(caller.note)
      return converse(caller, request, options, { terminal, signal })
    }
    await askAs(first).catch((error: unknown) => {
      if (second === undefined || !isAboutTenant(error)) throw error
      return askAs(second)
    })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    interruption.release()
  }
  if (signal.aborted) terminal.exitWith(INTERRUPTED)
}

/**
 * The targets to try: with and without the default tenant, the likelier one first. Only the service knows whether a database has
 * tenants; it refuses a question that lacks a required tenant or names an unexpected one, and runs nothing for it.
 */
const tenantsToTry = (
  target: ChatTarget,
  databaseId: string | undefined,
): readonly [first: ChatTarget, second?: ChatTarget] => {
  if (target.defaultTenant === undefined) return [target]
  const asDefault = withDefaultTenant(target)
  return databaseId === undefined || databaseId !== target.databaseId ? [target, asDefault] : [asDefault, target]
}

const isAboutTenant = (error: unknown): boolean =>
  error instanceof TabletalkError && error.details.some(({ field }) => field === 'X-Tenant-Id')

interface AskRequest {
  readonly question: string
  readonly conversationId: string | undefined
  readonly databaseId: string | undefined
  readonly personalityId: string | undefined
}

interface Asking {
  readonly terminal: Terminal
  readonly signal: AbortSignal
}

/** Asks a question, and then each choice that the user picks from an answer, in the same conversation. */
const converse = async (
  target: ChatTarget,
  request: AskRequest,
  options: AskOptions,
  { terminal, signal }: Asking,
): Promise<void> => {
  const presented = await answered(target, request, options, { terminal, signal })
  const chosen = presented === undefined ? undefined : await choose(presented.choices, { terminal, signal })
  if (presented === undefined || chosen === undefined) return
  const { question } = chosen
  const { conversationId } = presented
  await converse(target, { ...request, question, conversationId, databaseId: undefined }, options, { terminal, signal })
}

/** Prompts for the number of a choice; undefined for any other input and without a terminal. */
const choose = async (choices: readonly Choice[], { terminal, signal }: Asking): Promise<Choice | undefined> => {
  if (choices.length === 0) return undefined
  const numbers = choices.map((_, index) => index + 1).join(', ')
  const line = (await terminal.prompt(`Choose one (${numbers}; Enter for none): `, signal))?.trim() ?? ''
  return /^[1-9]$/.test(line) ? choices[Number(line) - 1] : undefined
}

const RECONNECTS = 7

/** @returns undefined with `--json` and after an interruption */
const answered = async (
  target: ChatTarget,
  { question, conversationId, databaseId, personalityId }: AskRequest,
  options: AskOptions,
  { terminal, signal }: Asking,
): Promise<PresentedAnswer | undefined> => {
  const turn: AskedTurn = {}
  const commands = commandsAfter(options)
  const asked = {
    message: question,
    conversation_id: conversationId,
    database_id: databaseId,
    personality_id: personalityId,
  }
  const onWaiting = () => terminal.note(CANCELLING)
  const follow: FollowTurn = (onLost) => {
    const onFailed = (error: TabletalkError): void => {
      if (turn.begun === undefined) throw error
      onLost()
    }
    const ask = (closing: AbortSignal) =>
      streamingClientOf(target).stream(asked, { signal: closing, reconnects: RECONNECTS, onLost: onFailed })
    return untilInterrupted(ask, { turn, interrupted: signal, onWaiting })
  }
  try {
    if (options.json !== true)
      return await presentAnswer(follow, { terminal, continueWith: commands.continueWith, isChartless: !options.chart })
    printJson(terminal, await collectAnswer(follow))
  } catch (error) {
    if (!signal.aborted) throw await explained(error, { turn, target, options })
    if (turn.begun !== undefined) onWaiting()
    await giveUp(turn, { terminal, target, ...commands })
  }
  return undefined
}

const CANCELLING = 'Cancelling the question … Press Ctrl-C again to exit immediately.'

/** Commands with the caller and the personality of this question: a conversation belongs to its tenant and scope. */
const commandsAfter = (options: AskOptions) => {
  const command = commandLine({ folder: process.cwd() })
  const { personality } = options
  return {
    continueWith: (conversation: string) =>
      `${command} ask${targetToRepeat(options)}${optionsText({ personality, conversation })} "…"`,
    showWith: (conversation: string | undefined) =>
      `${command} history${targetToRepeat(options)}${conversation === undefined ? '' : ` ${conversation}`}`,
  }
}

interface Asked {
  readonly turn: AskedTurn
  readonly target: ChatTarget
  readonly options: AskOptions
}

/** An error with the command that helps, where there is one. */
const explained = async (error: unknown, { turn, target, options }: Asked): Promise<unknown> => {
  const { begun } = turn
  const isLost = error instanceof TabletalkError && error.status === 0 && begun !== undefined
  const failure = isLost
    ? new CommandFailed(
        `The connection to ${target.baseUrl} was lost and could not be resumed. The answer will appear in the conversation.`,
      )
    : failureOf(error, target)
  if (!(failure instanceof CommandFailed)) return failure
  if (begun !== undefined && turn.isOver !== true)
    return new CommandFailed(
      `${failure.message}\nSee the conversation: ${commandsAfter(options).showWith(begun.conversationId)}`,
    )
  if (options.database === undefined || !(error instanceof TabletalkError)) return error
  const known = await databasesToChooseFrom(target, error)
  return known === undefined ? error : new CommandFailed(`${failure.message}\n${known}`)
}
