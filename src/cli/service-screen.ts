import { statusText } from '../http/status-text.ts'
import { type Row, wholeTable } from './print.ts'
import { type ReadService, type ReadTurn, SLOW_S } from './read-service.ts'
import { styled } from './text-table.ts'

interface ScreenOptions {
  readonly baseUrl: string
  /** Columns of the terminal; undefined: not a terminal. */
  readonly width: number | undefined
  readonly colors: boolean
  /** The refresh interval in seconds; absent: printed once. */
  readonly everyS?: number
}

/** The screen of `top`. */
export const serviceScreen = (service: ReadService, options: ScreenOptions): string => {
  const { baseUrl, colors, everyS } = options
  const style: Style = (format, text) => styled(format, text, colors)
  const part = (title: string, rows: readonly Row[] | { readonly error: string }, none: string): string[] => {
    const head = style('bold', title)
    if ('error' in rows) return [head, rows.error, '']
    return [head, rows.length === 0 ? style('dim', none) : wholeTable(rows, options), '']
  }
  const again = everyS === undefined ? '' : ` · every ${everyS} s, Ctrl-C to exit`
  return [
    style('dim', `${baseUrl} · ${new Date().toISOString().slice(11, 19)}Z${again}`),
    healthLine(service.health, style),
    '',
    ...part('Running', turnsOf(service.running, runningRow), 'No turns are running.'),
    ...part('Failed', turnsOf(service.failed, failedRow), 'No failed turns within the retention period of Temporal.'),
    ...part(`Slow (${SLOW_S} s or longer)`, turnsOf(service.slow, slowRow), 'No slow turns.'),
    ...part('Limits in use', limitRows(service.limits), 'No organization has turns running.'),
  ]
    .join('\n')
    .trimEnd()
}

type Style = (format: Parameters<typeof styled>[0], text: string) => string

const COLOR_OF = { ok: 'green', warning: 'yellow', down: 'red', unused: 'dim' } as const
const MARK_OF = { ok: '✓', warning: '!', down: '✗', unused: '–' } as const

const healthLine = (health: ReadService['health'], style: Style): string => {
  if ('error' in health) return style('red', health.error)
  const { store, temporal, workers, redis, planner } = health
  const shown = (state: keyof typeof MARK_OF, text: string): string =>
    `${style(COLOR_OF[state], MARK_OF[state])} ${text}`
  const answered = (ms: number | null): string => (ms === null ? 'does not answer' : `${ms} ms`)
  const parts = [
    shown(store.state, `store ${answered(store.answered_ms)}`),
    shown(temporal.state, `Temporal ${answered(temporal.answered_ms)}`),
    shown(workers.state, workersText(workers)),
    shown(redis.state, `Redis ${redis.state === 'unused' ? 'not used' : answered(redis.answered_ms)}`),
    `planner ${planner.model ?? 'built-in'}`,
  ]
  const helps = [...store.missing_indexes, ...(temporal.reason === null ? [] : [temporal.reason])]
  return [parts.join('   '), ...helps].join('\n')
}

const workersText = ({
  count,
  waiting,
  oldest_waiting_ms: oldest,
}: Exclude<ReadService['health'], { readonly error: string }>['workers']): string => {
  if (count === null) return 'workers unknown'
  const waits =
    waiting === null || waiting === 0
      ? 'no steps waiting'
      : `${waiting} ${waiting === 1 ? 'step waits' : 'steps wait'}, for ${took(oldest ?? 0)}`
  return `${count} ${count === 1 ? 'worker' : 'workers'}, ${waits}`
}

const turnsOf = (
  read: ReadService['running'],
  row: (turn: ReadTurn) => Row,
): readonly Row[] | { readonly error: string } => ('error' in read ? read : read.turns.map(row))

const whereOf = ({ organization_name, organization_id, database_name, database_id }: ReadTurn) => ({
  organization: `${organization_id} ${organization_name ?? ''}`.trim(),
  database: database_name ?? database_id,
})

const runningRow = (turn: ReadTurn): Row => ({
  for: took(turn.elapsed_ms),
  step: turn.step === null ? '–' : statusText({ status: turn.step }, 'en'),
  ...whereOf(turn),
  turn: turn.turn_id,
})

const failedRow = (turn: ReadTurn): Row => ({
  ended: `${(turn.ended_at ?? turn.started_at).slice(0, 19)}Z`,
  took: took(turn.elapsed_ms),
  problem: turn.problem ?? 'terminated externally',
  ...whereOf(turn),
  'what to do': turn.advice ?? turn.message,
  turn: turn.turn_id,
})

const slowRow = (turn: ReadTurn): Row => ({
  started: `${turn.started_at.slice(0, 19)}Z`,
  took: took(turn.elapsed_ms),
  state: turn.state,
  ...whereOf(turn),
  turn: turn.turn_id,
})

const limitRows = (read: ReadService['limits']): readonly Row[] | { readonly error: string } => {
  if ('error' in read) return read
  const used = ({ used, allowed }: { used: number | null; allowed: number | null }): string =>
    `${used ?? '?'} of ${allowed ?? '∞'}`
  return read.organizations.map((one) => ({
    organization: `${one.organization_id} ${one.name}`,
    plan: one.plan,
    running: one.running,
    places: used(one.places),
    'questions of the period': used(one.questions),
    'requests a minute': used(one.requests_per_minute),
    'tokens of the month': used(one.tokens),
  }))
}

const took = (ms: number): string => {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
