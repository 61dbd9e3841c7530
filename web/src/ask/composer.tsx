import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { useStore } from '../ui/store.ts'
import { drafts, setDraft } from './drafts.ts'

const LENGTH_MAX = 8_000
/** From this length on the remaining characters are shown. */
const COUNTED_FROM = 0.8 * LENGTH_MAX

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** The draft is stored for this conversation. */
  readonly conversation: string
  readonly placeholder: string
  /** Why asking is disabled. */
  readonly blocked: string | undefined
  readonly running: 'no' | 'running' | 'stopping'
  readonly lastQuestion: string | undefined
  readonly onAsk: (question: string) => void
  readonly onStop: () => void
}

/** The field for a question; while one is running, with a stop button. */
export const Composer = (props: ComposerProps) => {
  const { field, conversation, placeholder, blocked, running, lastQuestion, onAsk, onStop } = props
  const texts = useTexts()
  const { ask } = texts
  const text = useStore(drafts)[conversation] ?? ''
  const setText = (typed: string) => setDraft(conversation, typed)
  const length = text.length
  const isTooLong = length > LENGTH_MAX
  const canSend = running === 'no' && blocked === undefined && text.trim() !== '' && !isTooLong
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!canSend) return
    setText('')
    onAsk(text)
  }
  const typed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Ignores the key that ends an IME composition.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      submit()
    }
    if (event.key === 'ArrowUp' && text === '' && lastQuestion !== undefined) {
      event.preventDefault()
      setText(lastQuestion)
    }
  }
  const reason = blocked ?? (running !== 'no' && text.trim() !== '' ? ask.wait : undefined)
  return (
    <form className="composer" onSubmit={submit}>
      <label className="unseen" htmlFor="question">
        {ask.question}
      </label>
      <textarea
        id="question"
        ref={field}
        rows={1}
        value={text}
        placeholder={placeholder}
        aria-describedby="question-hint"
        aria-invalid={isTooLong}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={typed}
      />
      {running === 'no' ? (
        <button type="submit" className="primary" aria-disabled={!canSend}>
          {ask.submit}
        </button>
      ) : (
        <button type="button" className="primary" aria-disabled={running === 'stopping'} onClick={onStop}>
          {running === 'stopping' ? ask.stopping : ask.stop}
        </button>
      )}
      <p id="question-hint" className={isTooLong ? 'field-error' : 'hint'}>
        {length > COUNTED_FROM ? ask.tooLong(formatNumber(length, texts), formatNumber(LENGTH_MAX, texts)) : reason}
      </p>
    </form>
  )
}
