import { API_POINTS, CRASH_POINTS, type CrashPoint, WORKER_POINTS } from '../crash-points.ts'
import { type Asked, MODEL_FAULTS, type ModelFault } from '../questions.ts'

/** What is broken while turns are held at their points, each in a round of its own. */
export const FAULTS = {
  F1: 'the API is killed',
  F2: 'the worker is killed',
  F2b: 'the worker is killed, and the next one too',
  F3: 'Temporal is killed, and is back after 2 s',
  F4: 'the store is killed, and is back after 2 s',
  F5: 'the customer’s database is killed, and is back after 1 s',
  F6: 'the model fails',
  F7: 'everything is killed at once, and started again',
  F8: 'the worker is stopped for twice its heartbeat, and goes on',
} as const

export type Fault = keyof typeof FAULTS

export const FAULT_NAMES = Object.keys(FAULTS).filter((name): name is Fault => name in FAULTS)

/** One fault at one point of one turn. */
export interface ExactCase {
  readonly name: string
  readonly fault: Fault
  readonly point: CrashPoint
  readonly how: 'json' | 'stream'
  readonly tenant: string
  readonly asked: Asked
  /** Whether the turn must have an answer, or may end with a problem that is stored and told. */
  readonly expects: 'answer' | 'ending'
}

const ALL_POINTS = [...API_POINTS.slice(0, 3), ...WORKER_POINTS, ...API_POINTS.slice(3)]
const HOW = ['json', 'stream'] as const

const crashes = (
  fault: Fault,
  points: readonly CrashPoint[],
  hows: readonly ('json' | 'stream')[] = HOW,
  expects: ExactCase['expects'] = 'answer',
): ExactCase[] =>
  points.flatMap((point, index) =>
    hows.map((how, side): ExactCase => {
      const scope = `${fault}-${point}-${how}`
      return {
        fault,
        point,
        how,
        expects,
        tenant: String(1 + ((index + side) % 2)),
        name: `${point}, ${CRASH_POINTS[point]} (${how})`,
        asked: { scope, ...(point === 'S6' ? { slow: true } : {}) },
      }
    }),
  )

const failures = (kind: ModelFault): ExactCase[] => {
  const failing = (
    point: 'S4' | 'S7',
    asked: Omit<Asked, 'scope'>,
    how: 'json' | 'stream',
    when: 'once' | 'always',
  ): ExactCase => ({
    fault: 'F6',
    point,
    how,
    tenant: '1',
    expects: when === 'always' || kind === 'die' ? 'ending' : 'answer',
    name: `${point}, ${CRASH_POINTS[point]}: ${kind}, ${when} (${how})`,
    asked: { scope: `F6-${point}-${kind}-${when}`, ...asked },
  })
  return [
    failing('S4', { draftFault: kind }, 'json', 'once'),
    failing('S4', { draftFault: kind, always: true }, 'stream', 'always'),
    failing('S7', { composeFault: kind }, 'stream', 'once'),
  ]
}

/** Every case, by its fault: those of one fault are run together. */
export const EXACT_CASES: Readonly<Record<Fault, readonly ExactCase[]>> = {
  F1: crashes('F1', ALL_POINTS),
  F2: crashes('F2', WORKER_POINTS),
  F2b: crashes('F2b', WORKER_POINTS, ['stream']),
  F3: crashes('F3', ALL_POINTS),
  F4: crashes('F4', ALL_POINTS),
  F5: crashes('F5', ['S4', 'S5', 'S6'], HOW, 'ending'),
  F6: MODEL_FAULTS.flatMap(failures),
  F7: crashes('F7', ALL_POINTS.slice(1)),
  F8: crashes('F8', WORKER_POINTS),
}
