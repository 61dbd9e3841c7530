import type { TurnView } from '../chat/turn-view.ts'
import { formatDuration } from '../locale.ts'
import { useView } from './context.ts'

/** How an answer came about, as far as the service says. */
export const AnswerDetails = ({ turn }: { readonly turn: TurnView }) => {
  const { locale } = useView()
  const { texts } = locale
  const { executionTimeMs, assumptions } = turn
  const queries = turn.parts.flatMap(({ receipt }) => receipt?.query ?? [])
  if (executionTimeMs === undefined) return null
  return (
    <details>
      <summary>{texts.details}</summary>
      <p>{texts.answeredIn(formatDuration(executionTimeMs, locale))}</p>
      {assumptions.length > 0 && (
        <>
          <p>{texts.understood}</p>
          <ul>
            {assumptions.map((assumption) => (
              <li key={assumption} dir="auto">
                {assumption}
              </li>
            ))}
          </ul>
        </>
      )}
      {queries.map((query) => (
        <section key={query} aria-label={texts.query}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard */}
          <pre dir="ltr" tabIndex={0}>
            <code>{query}</code>
          </pre>
        </section>
      ))}
    </details>
  )
}
