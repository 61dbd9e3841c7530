import type { TurnFailure } from '../../../clients/typescript/src/index.ts'
import type { TurnView } from '../chat/turn-view.ts'
import { formatNumber, formatTime, type Locale } from '../locale.ts'
import { plainTextOf } from '../markdown/plain-text.ts'
import type { Texts } from '../texts-en.ts'

/** Neutral words for the steps of a turn, by their names in the contract. */
const STAGES: Readonly<Record<string, keyof Texts['stages']>> = {
  queued: 'waiting',
  waiting_for_database: 'waiting',
  reading_schema: 'reading',
  exploring_schema: 'reading',
  executing_query: 'reading',
  reviewing_result: 'writing',
  composing_answer: 'writing',
}

/** What a running turn does. */
export const stageText = ({ state, stage, delay }: TurnView, locale: Locale): string => {
  const { texts } = locale
  if (delay !== undefined && state !== 'asking') return texts.lost
  if (delay !== undefined) return delay.code === 'NETWORK' ? texts.unsent : failureText(delay, locale)
  if (state === 'stopping') return texts.stopping
  return state === 'asking' ? texts.sending : texts.stages[STAGES[stage ?? ''] ?? 'working']
}

const FAILURES: Readonly<Record<string, Exclude<keyof Texts['failed'], 'retryAt'>>> = {
  query_timeout: 'timeout',
  turn_timeout: 'timeout',
  query_refused: 'refused',
  input_invalid: 'refused',
  question_quota_reached: 'quota',
  monthly_limit_reached: 'quota',
  monthly_tokens_reached: 'quota',
  turn_tokens_reached: 'timeout',
  busy: 'busy',
  tenant_busy: 'limit',
  worker_unavailable: 'busy',
  store_unavailable: 'busy',
}

/** Why there is no answer, in words that name no part of a database. */
export const failureText = ({ problem = '', code, status = 0, retryAt }: TurnFailure, locale: Locale): string => {
  const { failed, unreached } = locale.texts
  if (code === 'NETWORK') return unreached
  const byStatus = status === 429 || problem.endsWith('limit_reached') ? 'limit' : status >= 500 ? 'busy' : 'other'
  const text = failed[FAILURES[problem] ?? byStatus]
  return retryAt === undefined ? text : `${text} ${failed.retryAt(formatTime(retryAt, locale))}`
}

/** Characters of an answer that are announced. */
const ANNOUNCED_MAX = 240

/** The announcement of an ended turn to screen readers: one sentence. */
export const endText = (turn: TurnView, locale: Locale): string => {
  const { texts } = locale
  const { announce } = texts
  if (turn.state === 'cancelled') return texts.stopped
  if (turn.failure !== undefined) return failureText(turn.failure, locale)
  const text = plainTextOf(turn.text).slice(0, ANNOUNCED_MAX)
  if (turn.choices.length > 0) return announce.choices(text, turn.choices.length)
  const [part] = turn.parts
  return [
    announce.answer(text),
    part?.rowCount === undefined ? '' : announce.table(formatNumber(part.rowCount, locale), part.rowCount),
    part?.chart === undefined ? '' : announce.chart,
  ]
    .filter((said) => said !== '')
    .join(' ')
}

/** The text without the numbered choices, because they are shown as buttons. */
export const textBesideChoices = ({ text, choices }: TurnView): string =>
  text
    .split('\n')
    .filter((line) => !choices.some(({ label }, at) => line.trim() === `${at + 1}. ${label}`))
    .join('\n')
