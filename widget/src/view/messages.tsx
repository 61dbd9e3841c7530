import { useEffect, useRef } from 'preact/hooks'
import { isRunning } from '../../../clients/typescript/src/index.ts'
import { ownText } from '../look.ts'
import { Answer } from './answer.tsx'
import { useView } from './context.ts'

/** Distance of the question that was moved to the top, in px. */
const EDGE = 16

/** The turns of the conversation. A new question moves to the top, so that its answer grows downwards in view. */
export const Messages = ({ onAsked }: { readonly onAsked: () => void }) => {
  const { chat, locale } = useView()
  const { texts } = locale
  const { turns, phase, starters, branding } = chat.state
  const list = useRef<HTMLDivElement>(null)
  const last = turns.at(-1)
  const running = last !== undefined && isRunning(last) ? last.key : undefined
  const hasTurns = turns.length > 0
  useEffect(() => {
    const [box, shown] = [list.current, list.current?.lastElementChild]
    // Not scrollIntoView, which would scroll the page too.
    if (box && shown instanceof HTMLElement && hasTurns && (running !== undefined || box.scrollTop === 0))
      box.scrollTop = shown.offsetTop - box.offsetTop - EDGE
  }, [running, hasTurns])
  const ask = (question: string) => {
    chat.ask(question)
    onAsked()
  }
  const canAsk = phase === 'ready' && !chat.isRunning
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
    <div class="messages" part="messages" ref={list} role="region" aria-label={texts.conversation} tabIndex={0}>
      {!hasTurns && (
        <p class="greeting" dir="auto">
          {ownText(branding?.widget_theme.greeting_message) ?? texts.greeting}
        </p>
      )}
      {!hasTurns && phase === 'loading' && (
        <p class="hint" dir="auto">
          {texts.loading}
        </p>
      )}
      {!hasTurns && phase === 'ready' && starters.length > 0 && (
        <section aria-label={texts.starters}>
          <p class="hint" dir="auto">
            {texts.starters}
          </p>
          <div class="buttons">
            {starters.slice(0, 4).map((question) => (
              <button key={question} type="button" onClick={() => ask(question)}>
                <bdi>{question}</bdi>
              </button>
            ))}
          </div>
        </section>
      )}
      {turns.map((turn, at) => (
        <Answer key={turn.key} turn={turn} next={turns[at + 1]?.question} ask={canAsk ? ask : undefined} />
      ))}
    </div>
  )
}
