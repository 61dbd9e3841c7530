import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Identity, readingClient } from '../api/clients.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { Field } from '../ui/field.tsx'
import { errorText } from '../ui/problem-text.ts'

interface FeedbackProps {
  readonly messageId: string
  readonly rated: 'up' | 'down' | undefined
  readonly identity: Identity
}

/** Rating of an answer, with a comment if it was wrong. */
export const Feedback = ({ messageId, rated, identity }: FeedbackProps) => {
  const texts = useTexts()
  const { ask } = texts
  const [chosen, setChosen] = useState<'up' | 'down'>()
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const rating = chosen ?? rated
  const send = async (given: 'up' | 'down', comment?: string) => {
    const before = rating
    setChosen(given)
    setOpen(given === 'down' && comment === undefined)
    try {
      await readingClient(identity).rate(messageId, given, comment)
      setMessage(ask.thanks)
      announce(ask.thanks)
    } catch (error) {
      setChosen(before)
      setMessage(errorText(error, texts))
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send('down', String(new FormData(event.currentTarget).get('comment') ?? '').trim())
  }
  const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const
  return (
    <div className="feedback">
      <button
        type="button"
        className="icon"
        aria-label={ask.up}
        aria-pressed={rating === 'up'}
        onClick={() => void send('up')}
      >
        <ThumbsUp {...icon} />
      </button>
      <button
        type="button"
        className="icon"
        aria-label={ask.down}
        aria-pressed={rating === 'down'}
        onClick={() => void send('down')}
      >
        <ThumbsDown {...icon} />
      </button>
      {isOpen ? (
        <form onSubmit={submit}>
          <Field label={ask.comment} name="comment" maxLength={1_000} />
          <button type="submit">{ask.commentSend}</button>
        </form>
      ) : (
        message !== '' && <span className="hint">{message}</span>
      )}
    </div>
  )
}
