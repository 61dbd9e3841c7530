import { Link } from '@tanstack/react-router'
import { formatTime } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { problemText } from '../ui/problem-text.ts'
import type { TurnView } from './answer-view.ts'

interface FailureTextProps {
  readonly turn: TurnView
  readonly canAsk: boolean
  readonly onAsk: (question: string) => void
  readonly onEdit: (question: string) => void
}

/** Problems caused by the question itself, for which a retry is useless. */
const OF_QUESTION = new Set(['query_refused', 'input_invalid', 'question_not_understood'])

/** Why there is no answer, and the next step. */
export const FailureText = ({ turn, canAsk, onAsk, onEdit }: FailureTextProps) => {
  const texts = useTexts()
  const { failure, question } = turn
  if (failure === undefined) return null
  const isRefused = failure.problem === 'query_refused'
  const isOfQuestion = OF_QUESTION.has(failure.problem ?? '')
  const message = failure.code === 'NETWORK' ? texts.failed.network : problemText(failure, texts)
  return (
    <div className="notice danger" role="group">
      <p dir="auto">{message}</p>
      {isRefused && <p>{texts.ask.nothingRun}</p>}
      {failure.retryAt !== undefined && <p>{texts.ask.retryAt(formatTime(failure.retryAt, texts))}</p>}
      <p className="actions">
        {failure.code === 'AUTH_TOKEN_INVALID' ? (
          <Link to="/login">{texts.login.submit}</Link>
        ) : isOfQuestion ? (
          <button type="button" onClick={() => onEdit(question)}>
            {texts.ask.editAndAsk}
          </button>
        ) : (
          <button type="button" disabled={!canAsk} onClick={() => onAsk(question)}>
            {texts.ask.askAgain}
          </button>
        )}
        {failure.traceId !== undefined && <CopyButton text={failure.traceId} label={texts.failed.traceId} />}
      </p>
    </div>
  )
}
