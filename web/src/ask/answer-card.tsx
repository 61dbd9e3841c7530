import { ReceiptText, TriangleAlert } from 'lucide-react'
import { lazy, memo, Suspense } from 'react'
import { isRunning } from '../../../clients/typescript/src/index.ts'
import type { Identity } from '../api/clients.ts'
import type { Texts } from '../i18n/en.ts'
import { formatDuration, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import type { PartView, TurnView } from './answer-view.ts'
import { ElapsedTime } from './elapsed-time.tsx'
import { FailureText } from './failure-text.tsx'
import { Feedback } from './feedback.tsx'
import { PrintedReceipt } from './printed-receipt.tsx'
import { ResultView } from './result-view.tsx'
import { scopeNote } from './scope-note.ts'
import { ShareButton } from './share-button.tsx'

export interface AnswerActions {
  readonly onAsk: (question: string) => void
  readonly onEdit: (question: string) => void
  readonly onReceipt: (key: string, part: number) => void
}

interface AnswerCardProps extends AnswerActions {
  readonly turn: TurnView
  /** Counted from 1, within its conversation. */
  readonly number: number
  readonly identity: Identity
  /** The question after it; undefined: it is the last one. */
  readonly next: string | undefined
  readonly canAsk: boolean
}

/** A question and its answer. The order is fixed, so that content that arrives later does not shift what is shown. */
export const AnswerCard = memo((props: AnswerCardProps) => {
  const { turn, number, identity, next, canAsk, onAsk, onEdit, onReceipt } = props
  const texts = useTexts()
  const { ask } = texts
  const runs = isRunning(turn)
  const isLast = next === undefined
  const many = turn.parts.length > 1
  const note = scopeNote(turn, identity, texts)
  const hasReceipt = turn.parts.some(({ receipt }) => receipt !== undefined) || (!runs && turn.state !== 'failed')
  return (
    <article
      className="turn"
      id={`m-${turn.messageId ?? turn.key}`}
      data-key={turn.key}
      data-state={turn.state}
      data-asked={turn.key !== turn.turnId}
    >
      <h2 className="question" tabIndex={-1} data-turn={turn.key}>
        <span className="unseen">{ask.questionNumber(number, '')}</span>
        <bdi>{turn.question}</bdi>
      </h2>
      <div className="answer">
        <p className="answer-head">
          <span>{headText(turn, texts)}</span>
          {runs && <ElapsedTime since={turn.startedAt} />}
          {note !== undefined && <span className="whose">{note}</span>}
          {hasReceipt && (
            <button type="button" className="quiet receipt-button" onClick={() => onReceipt(turn.key, 0)}>
              <ReceiptText aria-hidden="true" size={16} strokeWidth={1.75} /> {texts.receipt.title}
            </button>
          )}
        </p>
        {turn.isLost && runs && <p className="hint">{turn.state === 'asking' ? ask.unsent : ask.lost}</p>}
        <div className="answer-text" aria-busy={runs}>
          {turn.text !== '' && <AnswerText text={textBesideChoices(turn)} />}
        </div>
        {turn.state === 'cancelled' && (
          <p className="actions">
            <span className="muted">{ask.stopped}</span>
            <button type="button" disabled={!canAsk} onClick={() => onAsk(turn.question)}>
              {ask.askAgain}
            </button>
          </p>
        )}
        {turn.failure !== undefined && turn.state === 'failed' && (
          <FailureText turn={turn} canAsk={canAsk} onAsk={onAsk} onEdit={onEdit} />
        )}
        {!runs && turn.choices.length > 0 && (
          <ol className="choices" aria-label={ask.choices}>
            {turn.choices.map(({ label, question }) => (
              <li key={question}>
                <button
                  type="button"
                  disabled={!isLast || !canAsk}
                  aria-pressed={question === next}
                  onClick={() => onAsk(question)}
                >
                  <bdi>{label}</bdi>
                </button>
              </li>
            ))}
          </ol>
        )}
        {!runs &&
          turn.parts.map((part, at) => (
            <section
              key={part.queryId}
              className="part"
              aria-label={many ? ask.part(at + 1, turn.parts.length) : undefined}
            >
              {many && (
                <h3>
                  <bdi>{part.title ?? ask.part(at + 1, turn.parts.length)}</bdi>
                  <button type="button" className="quiet" onClick={() => onReceipt(turn.key, at)}>
                    {texts.receipt.title}
                  </button>
                </h3>
              )}
              <ResultView
                part={part}
                number={at === 0 ? undefined : at}
                messageId={turn.messageId}
                question={turn.question}
                identity={identity}
                remembered={turn.views?.[at] ?? NO_VIEW}
                isStored={!runs}
              />
            </section>
          ))}
        {turn.warnings.map((warning) => (
          <p key={warning} className="notice warn">
            <TriangleAlert aria-hidden="true" size={16} strokeWidth={1.75} /> <bdi>{warning}</bdi>
          </p>
        ))}
        {!runs && turn.messageId !== undefined && turn.text !== '' && (
          <div className="answer-foot">
            {turn.assumptions.length > 0 && (
              <details open={turn.warnings.length > 0}>
                <summary>{ask.assumptions(turn.assumptions.length)}</summary>
                <ul>
                  {turn.assumptions.map((assumption) => (
                    <li key={assumption} dir="auto">
                      {assumption}
                    </li>
                  ))}
                </ul>
              </details>
            )}
            {turn.state !== 'cancelled' && (
              <>
                <ShareButton messageId={turn.messageId} identity={identity} />
                <Feedback messageId={turn.messageId} rated={turn.rating} identity={identity} />
              </>
            )}
          </div>
        )}
        {!runs && <PrintedReceipt turn={turn} />}
        {!runs && isLast && turn.suggestions.length > 0 && (
          <div className="suggestions" role="group" aria-label={ask.suggestions}>
            {turn.suggestions.slice(0, 3).map((suggestion) => (
              <button key={suggestion} type="button" disabled={!canAsk} onClick={() => onAsk(suggestion)}>
                <bdi>{suggestion}</bdi>
              </button>
            ))}
          </div>
        )}
      </div>
    </article>
  )
})

const NO_VIEW: PartView = {}

/** The Markdown parser is loaded with the first question, because the empty page does not need it. */
export const loadMarkdown = async () => ({ default: (await import('./markdown.tsx')).Markdown })

const Markdown = lazy(loadMarkdown)

const AnswerText = ({ text }: { readonly text: string }) => (
  <Suspense fallback={<p dir="auto">{text}</p>}>
    <Markdown text={text} />
  </Suspense>
)

/** Removes the numbered choices from the text, because they are shown as buttons. */
const textBesideChoices = ({ text, choices }: TurnView): string =>
  text
    .split('\n')
    .filter((line) => !choices.some(({ label }, at) => line.trim() === `${at + 1}. ${label}`))
    .join('\n')

const headText = (turn: TurnView, texts: Texts): string => {
  const { ask, stages } = texts
  if (turn.state === 'asking') return ask.sending
  if (turn.state === 'stopping') return ask.stopping
  if (turn.state === 'running') {
    const [found] = turn.parts.flatMap(({ rowCount }) => rowCount ?? [])
    if (found !== undefined) return ask.rowsFound(formatNumber(found, texts), found)
    if ((turn.attempt ?? 1) > 1 && turn.text === '') return ask.startedAgain
    return turn.stage === undefined ? ask.sending : (stages[turn.stage] ?? turn.stage)
  }
  return turn.executionTimeMs === undefined ? '' : ask.answeredIn(formatDuration(turn.executionTimeMs, texts))
}
