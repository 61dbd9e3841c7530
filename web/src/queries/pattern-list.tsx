import { Ellipsis } from 'lucide-react'
import { plainClient } from '../api/clients.ts'
import { usePages } from '../api/use-pages.ts'
import { formatDay } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Menu } from '../ui/menu.tsx'
import { PATTERNS, type Pattern, verifierOf } from './pattern-data.ts'
import { QueryCard } from './query-card.tsx'
import { queriesTexts } from './texts.ts'

interface PatternListProps {
  readonly databaseId: string
  readonly onChange: (pattern: Pattern) => void
  readonly onRemove: (pattern: Pattern) => void
}

/** The verified queries of a database, newest first. */
export const PatternList = ({ databaseId, onChange, onRemove }: PatternListProps) => {
  const texts = useTexts()
  const patterns = usePages([PATTERNS, databaseId], (page, signal) =>
    plainClient.call('get', PATTERNS, { query: { page, database_id: databaseId }, signal }),
  )
  return (
    <Loaded query={patterns}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="hint">{queriesTexts.noneVerified}</p>
        ) : (
          <>
            <ul className="queries">
              {items.map((pattern) => (
                <QueryCard
                  key={pattern.id}
                  question={pattern.question}
                  query={pattern.query}
                  actions={
                    <Menu
                      className="icon small"
                      label={texts.frame.actionsFor(pattern.question)}
                      trigger={<Ellipsis aria-hidden="true" size={16} />}
                      entries={[
                        { key: 'change', label: queriesTexts.change, onSelect: () => onChange(pattern) },
                        { key: 'remove', label: queriesTexts.remove, onSelect: () => onRemove(pattern) },
                      ]}
                    />
                  }
                >
                  <p className="hint">
                    {queriesTexts.verifiedBy(verifierOf(pattern), formatDay(new Date(pattern.updated_at), texts))}
                  </p>
                  {pattern.failure !== undefined && <Failure failure={pattern.failure} />}
                </QueryCard>
              ))}
            </ul>
            {patterns.hasNextPage && (
              <button type="button" onClick={() => void patterns.fetchNextPage()}>
                {texts.frame.showMore}
              </button>
            )}
          </>
        )
      }
    </Loaded>
  )
}

/** Why a query failed when a question used it. */
const Failure = ({ failure: { at, by, reason } }: { readonly failure: NonNullable<Pattern['failure']> }) => {
  const day = formatDay(new Date(at), useTexts())
  return (
    <div className="notice warn">
      <p>{by === 'guard' ? queriesTexts.failedInGuard(day) : queriesTexts.failedInDatabase(day)}</p>
      <p lang="en">
        <bdi>{reason}</bdi>
      </p>
      <p>{queriesTexts.failedSince}</p>
    </div>
  )
}
