import { Link, useSearch } from '@tanstack/react-router'
import { useTexts } from '../i18n/texts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { OperatorPage } from './operator-page.tsx'
import { operatorsTexts } from './texts.ts'
import { TurnFilter } from './turn-filter.tsx'
import { TurnTable } from './turn-table.tsx'
import { type TurnSearch, useTurns, VIEWS, type View } from './turns.ts'

const says = operatorsTexts.turns

/** Running, failed and slow turns. */
export const TurnsPage = () => {
  const { pages } = useTexts()
  return (
    <OperatorPage title={pages.turns} own={<Turns isOperator={false} />}>
      <Turns isOperator />
    </OperatorPage>
  )
}

const Turns = ({ isOperator }: { readonly isOperator: boolean }) => {
  const search = useSearch({ from: '/operators/turns' })
  const turns = useTurns(isOperator, search)
  return (
    <>
      <p className="lead">{says.intro}</p>
      <nav aria-label={says.shown}>
        <ul className="views">
          {VIEWS.map((view) => (
            <li key={view}>
              <Link
                to="/operators/turns"
                search={viewed(search, view)}
                activeOptions={{ exact: true, includeSearch: true }}
                {...(view === 'slow' ? { title: says.slowHint } : {})}
              >
                {says.views[view]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <TurnFilter key={JSON.stringify(search)} isOperator={isOperator} turns={turns.data ?? []} />
      <Loaded query={turns}>
        {(items) =>
          items.length === 0 ? (
            <p>{Object.keys(search).length > 0 ? says.empty : says.none}</p>
          ) : (
            <div className="turns">
              <TurnTable
                isOperator={isOperator}
                turns={items}
                onMore={turns.hasNextPage ? () => void turns.fetchNextPage() : undefined}
              />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

const viewed = ({ show: _, ...others }: TurnSearch, view: View): TurnSearch =>
  view === 'all' ? others : { ...others, show: view }
