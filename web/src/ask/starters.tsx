import { useTexts } from '../i18n/texts.tsx'

interface StartersProps {
  readonly questions: readonly string[]
  readonly canAsk: boolean
  readonly onAsk: (question: string) => void
}

/** Suggested first questions. */
export const Starters = ({ questions, canAsk, onAsk }: StartersProps) => {
  const { ask } = useTexts()
  return (
    <section className="starters" aria-labelledby="starters">
      <p>{ask.startText}</p>
      {questions.length > 0 && (
        <>
          <h2 id="starters">{ask.starters}</h2>
          <ul>
            {questions.map((question) => (
              <li key={question}>
                <button type="button" disabled={!canAsk} onClick={() => onAsk(question)}>
                  <bdi>{question}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
