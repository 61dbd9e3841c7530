import { useEffect, useRef } from 'react'
import type { Identity } from '../api/clients.ts'
import { useTexts } from '../i18n/texts.tsx'
import { type AnswerActions, AnswerCard } from './answer-card.tsx'
import { isRunning, type TurnView } from './answer-view.ts'

interface ThreadProps extends AnswerActions {
  readonly turns: readonly TurnView[]
  readonly identity: Identity
  /** Loads what was said before; undefined where all is shown. */
  readonly earlier: (() => void) | undefined
  readonly canAsk: boolean
}

/** The questions and answers of a conversation. A new question goes to the top of the room: its answer then grows downwards. */
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
