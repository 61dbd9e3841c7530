import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'

const LENGTH_MAX = 8_000
/** From so much of the limit on it is said how much is left. */
const COUNTED_FROM = 0.8 * LENGTH_MAX

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** What is typed is kept under this name, whatever happens to the page. */
  readonly draftKey: string
  readonly initial: string | undefined
  readonly placeholder: string
  /** Why nothing can be asked now. */
  readonly blocked: string | undefined
  readonly running: 'no' | 'running' | 'stopping'
  readonly lastQuestion: string | undefined
  readonly onAsk: (question: string) => void
  readonly onStop: () => void
}

const stored = (key: string): string => sessionStorage.getItem(key) ?? ''

/** Where a question is typed; while one runs, what stops it. */
export const Composer = (props: ComposerProps) => {
  const { field, draftKey, initial, placeholder, blocked, running, lastQuestion, onAsk, onStop } = props
  const { ask } = useTexts()
  const texts = useTexts()
  const [text, setText] = useState(() => initial ?? stored(draftKey))
  useEffect(() => {
    sessionStorage.setItem(draftKey, text)
  }, [draftKey, text])
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
    // The key that ends a composition of characters is not meant for us.
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
