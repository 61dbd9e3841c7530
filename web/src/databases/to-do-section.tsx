import { Link } from '@tanstack/react-router'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useReview } from './queries.ts'
import { databasesTexts } from './texts.ts'

const { overview: says } = databasesTexts

/** Open decisions, differences between policy and schema, and missing indexes. */
export const ToDoSection = ({ id }: { readonly id: string }) => {
  const texts = useTexts()
  const review = useReview(id)
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do">{says.toDo}</h2>
      <Loaded query={review}>
        {({ to_confirm: waiting, drift, missing_indexes: indexes }) => (
          <>
            {waiting.length + drift.length + indexes.length === 0 && <p className="hint">{says.nothingToDo}</p>}
            {waiting.length > 0 && (
              <p>
                {says.confirm(formatNumber(waiting.length, texts), waiting.length)}{' '}
                <Link to="/databases/$database/policy" params={{ database: id }} search={{ show: 'toConfirm' }}>
                  {says.openPolicy}
                </Link>
              </p>
            )}
            {drift.length > 0 && (
              <>
                <h3>{says.drift}</h3>
                <ul>
                  {drift.map(({ table, kind, detail }) => (
                    <li key={table + kind + detail}>
                      <bdi>{table}</bdi>: {detail}
                    </li>
                  ))}
                </ul>
              </>
            )}
            {indexes.length > 0 && (
              <details>
                <summary>
                  {says.indexes} ({formatNumber(indexes.length, texts)})
                </summary>
                <p className="hint">{says.indexesHint}</p>
                {indexes.map(({ table, column, statement, reason }) =>
                  statement === null ? (
                    <p key={table + column}>
                      <bdi>
                        {table}.{column}
                      </bdi>
                      : {reason}
                    </p>
                  ) : (
                    <pre key={table + column}>
                      {statement} <CopyButton text={statement} label={texts.copy} />
                    </pre>
                  ),
                )}
              </details>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
