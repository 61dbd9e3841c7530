import { useEffect, useRef, useState } from 'preact/hooks'
import { useView } from './context.ts'
import { Icon } from './icon.tsx'

interface FeedbackProps {
  readonly messageId: string
  readonly rated: 'up' | 'down' | undefined
}

/** Rates an answer, with a comment if it was wrong. */
export const Feedback = ({ messageId, rated }: FeedbackProps) => {
  const { chat, locale } = useView()
  const { texts } = locale
  const [chosen, setChosen] = useState<'up' | 'down'>()
  const [comment, setComment] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // Opened by a press, it takes the focus, which also brings it into view.
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  const rating = chosen ?? rated
  const send = async (given: 'up' | 'down', said = '') => {
    const before = rating
    setChosen(given)
    setOpen(given === 'down' && said === '' && !isOpen)
    try {
      await chat.service.rate(messageId, given, said)
      setNote(texts.saved)
    } catch {
      setChosen(before)
      setOpen(false)
      setNote(texts.notSaved)
    }
  }
  return (
    <div class="feedback">
      {(['up', 'down'] as const).map((given) => (
        <button
          key={given}
          type="button"
          class="icon"
          aria-label={texts[given]}
          aria-pressed={rating === given}
          onClick={() => void send(given)}
        >
          <Icon name={given} size={16} />
        </button>
      ))}
      {isOpen ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void send('down', comment.trim())
          }}
        >
          <label>
            {texts.comment}
            <input
              ref={field}
              dir="auto"
              maxLength={1_000}
              value={comment}
              onInput={({ currentTarget }) => setComment(currentTarget.value)}
            />
          </label>
          <button type="submit">{texts.send}</button>
        </form>
      ) : (
        note !== '' && <span class="hint">{note}</span>
      )}
    </div>
  )
}
