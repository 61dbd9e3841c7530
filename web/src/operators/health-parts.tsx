import type { ReactNode } from 'react'
import type { components } from '../../../clients/typescript/src/index.ts'
import { formatDuration, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { operatorsTexts } from './texts.ts'

type Health = components['schemas']['ServiceHealth']
type State = Health['store']['state']

const { health: says } = operatorsTexts
const { todo } = says
const KINDS = { ok: 'ok', warning: 'warn', down: 'danger', unused: 'none' } as const

/** Each part of the service with its state, and what to do if something is wrong. */
export const HealthParts = ({ health: { store, temporal, workers, redis, planner } }: { readonly health: Health }) => {
  const { receipt } = useTexts()
  return (
    <ul className="parts">
      <Part name="store" state={store.state} figures={<Answered ms={store.answered_ms} />}>
        {store.state === 'down' && <p>{todo.storeDown}</p>}
        {store.missing_indexes.length > 0 && (
          <>
            <p>{todo.storeWarning}</p>
            <ul>
              {store.missing_indexes.map((index) => (
                <li key={index}>{index}</li>
              ))}
            </ul>
          </>
        )}
      </Part>
      <Part name="temporal" state={temporal.state} figures={<Answered ms={temporal.answered_ms} />}>
        {temporal.state === 'down' && <p>{todo.temporalDown}</p>}
        {temporal.reason !== null && <p>{temporal.reason}</p>}
      </Part>
      <Part name="workers" state={workers.state} figures={<WorkerFigures workers={workers} />}>
        {workers.state === 'down' && <p>{workers.count === null ? todo.workersUnknown : todo.workersDown}</p>}
        {workers.state === 'warning' && <p>{todo.workersWarning}</p>}
      </Part>
      <Part name="redis" state={redis.state} figures={<Answered ms={redis.answered_ms} />}>
        {redis.state === 'down' && <p>{todo.redisDown}</p>}
        {redis.state === 'unused' && <p>{todo.redisUnused}</p>}
      </Part>
      <Part name="planner" figures={planner.model ?? receipt.builtin} />
    </ul>
  )
}

interface PartProps {
  readonly name: keyof typeof says.parts
  readonly state?: State
  readonly figures: ReactNode
  readonly children?: ReactNode
}

const Part = ({ name, state, figures, children }: PartProps) => (
  <li>
    <div>
      <h2>{says.parts[name].name}</h2>
      <p className="muted">{says.parts[name].role}</p>
    </div>
    <p className="state" data-kind={state && KINDS[state]}>
      {state && says.states[state]}
    </p>
    <div className="part-says">
      <p className="muted">{figures}</p>
      {children}
    </div>
  </li>
)

const Answered = ({ ms }: { readonly ms: number | null }) => {
  const texts = useTexts()
  return ms === null ? null : says.answeredIn(formatDuration(ms, texts))
}

const WorkerFigures = ({ workers: { count, waiting, oldest_waiting_ms: ms } }: Pick<Health, 'workers'>) => {
  const texts = useTexts()
  if (count === null) return null
  const figures = [
    says.processes(formatNumber(count, texts), count),
    ...(waiting === null ? [] : [says.waiting(formatNumber(waiting, texts), waiting)]),
    ...(waiting === 0 || ms === null ? [] : [says.oldest(formatDuration(ms, texts))]),
  ]
  return figures.join(', ')
}
