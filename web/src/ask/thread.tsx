import { useEffect, useRef } from 'react'
import { isRunning } from '../../../clients/typescript/src/index.ts'
import type { Identity } from '../api/clients.ts'
import { useTexts } from '../i18n/texts.tsx'
import { type AnswerActions, AnswerCard } from './answer-card.tsx'
import type { TurnView } from './answer-view.ts'

interface ThreadProps extends AnswerActions {
  readonly turns: readonly TurnView[]
  readonly identity: Identity
  /** Loads earlier turns; undefined if all are shown. */
  readonly earlier: (() => void) | undefined
  readonly canAsk: boolean
}

/** The turns of a conversation. A new question is scrolled to the top, so that its answer grows downwards. */
export const Thread = ({ turns, identity, earlier, ...actions }: ThreadProps) => {
  const { ask } = useTexts()
  const list = useRef<HTMLDivElement>(null)
  const last = turns.at(-1)
  const asked = last !== undefined && isRunning(last) ? last.key : undefined
  const isLoaded = turns.length > 0
  useEffect(() => {
    if (asked !== undefined) list.current?.lastElementChild?.scrollIntoView({ block: 'start' })
  }, [asked])
  useEffect(() => {
    if (!isLoaded) return
    const linked = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
    const shown = linked ?? list.current?.lastElementChild
    shown?.scrollIntoView({ block: 'start' })
    if (linked !== null) linked.querySelector<HTMLElement>('.question')?.focus()
  }, [isLoaded])
  return (
    <div className="thread">
      {earlier !== undefined && (
        <button type="button" onClick={earlier}>
          {ask.earlier}
        </button>
      )}
      <div ref={list}>
        {turns.map((turn, at) => (
          <AnswerCard
            key={turn.turnId ?? turn.key}
            turn={turn}
            number={at + 1}
            identity={identity}
            next={turns[at + 1]?.question}
            {...actions}
          />
        ))}
      </div>
    </div>
  )
}
