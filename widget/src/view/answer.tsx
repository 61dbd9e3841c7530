import { isRunning } from '../../../clients/typescript/src/index.ts'
import type { TurnView } from '../chat/turn-view.ts'
import { AnswerDetails } from './answer-details.tsx'
import { useView } from './context.ts'
import { Feedback } from './feedback.tsx'
import { Markdown } from './markdown.tsx'
import { ResultView } from './result-view.tsx'
import { failureText, stageText, textBesideChoices } from './turn-text.ts'

interface AnswerProps {
  readonly turn: TurnView
  /** The question after it; undefined: it is the last one. */
  readonly next: string | undefined
  /** Undefined: no question can be asked now. */
  readonly ask: ((question: string) => void) | undefined
}

/** A question and its answer. The order is fixed, so that content that arrives later does not shift what is shown. */
export const Answer = ({ turn, next, ask }: AnswerProps) => {
  const { locale } = useView()
  const { texts } = locale
  const { messageId, failure, state } = turn
  const runs = isRunning(turn)
  const isLast = next === undefined
  const askButton = (question: string, label: string, isTaken?: boolean) => (
    <button
      key={question}
      type="button"
      disabled={ask === undefined || !isLast}
      aria-pressed={isTaken}
      onClick={() => ask?.(question)}
    >
      <bdi>{label}</bdi>
    </button>
  )
  return (
    <article class="turn" part="message" data-state={state}>
      <h3 class="question">
        <span class="unseen">{texts.you} </span>
        <bdi>{turn.question}</bdi>
      </h3>
      {runs && (
        <p class="stage" dir="auto">
          <span class="dots" aria-hidden="true" />
          {stageText(turn, locale)}
        </p>
      )}
      <div class="text" aria-busy={runs}>
        {turn.text !== '' && <Markdown text={textBesideChoices(turn)} />}
      </div>
      {state === 'cancelled' && (
        <p class="hint" dir="auto">
          {texts.stopped}
        </p>
      )}
      {failure !== undefined && (
        <p class="notice" dir="auto">
          {failureText(failure, locale)}
        </p>
      )}
      {(state === 'cancelled' || state === 'failed') && isLast && (
        <p class="buttons">{askButton(turn.question, texts.askAgain)}</p>
      )}
      {!runs && turn.choices.length > 0 && (
        <div class="buttons choices" role="group" aria-label={texts.choices}>
          {turn.choices.map(({ label, question }) => askButton(question, label, question === next))}
        </div>
      )}
      {!runs &&
        messageId !== undefined &&
        turn.parts.map((part, at) => (
          <section key={part.queryId} aria-label={part.title}>
            {part.title !== undefined && (
              <h4>
                <bdi>{part.title}</bdi>
              </h4>
            )}
            <ResultView part={part} number={at} messageId={messageId} question={turn.question} />
          </section>
        ))}
      {turn.warnings.map((warning) => (
        <p key={warning} class="notice" dir="auto">
          {warning}
        </p>
      ))}
      {state === 'answered' && messageId !== undefined && (
        <div class="foot">
          <AnswerDetails turn={turn} />
          <Feedback messageId={messageId} rated={turn.rating} />
        </div>
      )}
      {state === 'answered' && isLast && turn.suggestions.length > 0 && (
        <div class="buttons" role="group" aria-label={texts.suggestions}>
          {turn.suggestions.slice(0, 3).map((suggestion) => askButton(suggestion, suggestion))}
        </div>
      )}
    </article>
  )
}
