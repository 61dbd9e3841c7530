import { useEffect } from 'react'
import type { Texts } from '../i18n/en.ts'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { progress } from '../ui/preferences.ts'
import { useStore } from '../ui/store.ts'
import type { TurnView } from './answer-view.ts'

const FIRST_MS = 10_000
const AGAIN_MS = 30_000
const TEXT_MAX = 240

/** Announces to screen readers that a question takes long. @param running the running turn */
export const useProgressAnnouncements = (running: TurnView | undefined): void => {
  const texts = useTexts()
  const isAnnounced = useStore(progress) === 'said'
  const key = running?.key
  const stage = running?.stage
  const announced = stage === undefined ? '' : texts.ask.announce.working(texts.stages[stage] ?? stage)
  useEffect(() => {
    if (key === undefined || !isAnnounced) return
    let timer = setTimeout(function tell() {
      announce(announced)
      timer = setTimeout(tell, AGAIN_MS)
    }, FIRST_MS)
    return () => clearTimeout(timer)
  }, [key, isAnnounced, announced])
}

/** The announcement of an answer: one sentence. */
export const answerAnnouncement = (turn: TurnView, texts: Texts): string => {
  const { ask } = texts
  const { announce: says } = ask
  if (turn.state === 'cancelled') return ask.stopped
  if (turn.failure !== undefined) return turn.failure.message
  const text = turn.text.slice(0, TEXT_MAX)
  if (turn.choices.length > 0) return says.choices(text, turn.choices.length)
  const [part] = turn.parts
  return [
    says.answer(text),
    part?.rowCount !== undefined && says.table(formatNumber(part.rowCount, texts), part.rowCount),
    part?.chart !== undefined && says.chart,
    part?.receipt !== undefined && says.receipt,
  ]
    .filter(Boolean)
    .join(' ')
}
