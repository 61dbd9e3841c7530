import type { RefObject } from 'preact'
import { formatNumber } from '../locale.ts'
import { ownText } from '../look.ts'
import { useView } from './context.ts'

const LENGTH_MAX = 8_000
/** From this length on the remaining characters are shown. */
const COUNTED_FROM = 0.8 * LENGTH_MAX

/** The field for a question; while one is running, its button stops it. */
export const Composer = ({ field }: { readonly field: RefObject<HTMLTextAreaElement | null> }) => {
  const { chat, locale } = useView()
  const { texts } = locale
  const { draft, phase, turns, branding } = chat.state
  const isStopping = turns.some(({ state }) => state === 'stopping')
  const isTooLong = draft.length > LENGTH_MAX
  const canSend = phase === 'ready' && draft.trim() !== '' && !isTooLong
  /** Of the current state: Enter may follow a letter before that is rendered. */
  const ask = () => {
    if (chat.state.draft.length <= LENGTH_MAX) chat.ask(chat.state.draft)
  }
  const typed = (event: KeyboardEvent) => {
    // The key that ends an IME composition is not a line end.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    ask()
  }
  const pressed = ({ detail }: MouseEvent) => {
    if (!chat.isRunning) ask()
    // The second click of a double click on Ask is not for Stop.
    else if (detail < 2) void chat.stop()
  }
  const hint =
    draft.length > COUNTED_FROM
      ? texts.tooLong(formatNumber(draft.length, locale), formatNumber(LENGTH_MAX, locale))
      : chat.isRunning && draft.trim() !== ''
        ? texts.wait
        : ''
  return (
    <div class="composer" part="composer">
      <textarea
        ref={field}
        dir="auto"
        rows={1}
        value={draft}
        disabled={phase === 'refused'}
        placeholder={ownText(branding?.widget_theme.placeholder_text) ?? texts.placeholder}
        aria-label={texts.question}
        aria-describedby="hint"
        aria-invalid={isTooLong}
        onInput={({ currentTarget }) => chat.setDraft(currentTarget.value)}
        onKeyDown={typed}
      />
      <button type="button" class="primary" aria-disabled={chat.isRunning ? isStopping : !canSend} onClick={pressed}>
        {isStopping ? texts.stopping : chat.isRunning ? texts.stop : texts.ask}
      </button>
      <p id="hint" class="hint" dir="auto">
        {hint}
      </p>
    </div>
  )
}
