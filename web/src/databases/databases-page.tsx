import { Link } from '@tanstack/react-router'
import { ManagePage } from '../frame/manage-page.tsx'
import { formatMoment, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import type { Database } from './database.ts'
import { useDatabaseList, useIndexJobs, useReview } from './queries.ts'
import { ReviewState } from './review-state.tsx'
import { databasesTexts } from './texts.ts'

const { list, add, none } = databasesTexts

/** The connected databases, with their state. */
export const DatabasesPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage
      title={pages.databases}
      action={
        <Link to="/databases/new" className="button primary">
          {add}
        </Link>
      }
    >
      <DatabaseList />
    </ManagePage>
  )
}

const DatabaseList = () => {
  const { pages, receipt } = useTexts()
  const databases = useDatabaseList()
  const engines: Readonly<Record<string, string>> = receipt.engines
  return (
    <Loaded query={databases}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{none}</p>
        ) : (
          <ListTable<Database>
            caption={pages.databases}
            rows={items}
            rowKey={({ id }) => id}
            onMore={databases.hasNextPage ? () => void databases.fetchNextPage() : undefined}
            columns={[
              {
                label: list.name,
                cell: ({ id, name }) => (
                  <Link to="/databases/$database" params={{ database: id }}>
                    <bdi>{name}</bdi>
                  </Link>
                ),
              },
              { label: list.engine, cell: ({ engine }) => engines[engine] ?? engine },
              { label: list.state, cell: ({ id }) => <ReviewState id={id} /> },
              { label: list.open, isNumber: true, cell: ({ id }) => <Count id={id} of="open" /> },
              { label: list.toConfirm, isNumber: true, cell: ({ id }) => <Count id={id} of="to_confirm" /> },
              { label: list.indexed, cell: ({ id }) => <LastIndexed id={id} /> },
            ]}
          />
        )
      }
    </Loaded>
  )
}

const Count = ({ id, of }: { readonly id: string; readonly of: 'open' | 'to_confirm' }) => {
  const texts = useTexts()
  const review = useReview(id)
  return review.data === undefined ? '' : formatNumber(review.data[of].length, texts)
}

const LastIndexed = ({ id }: { readonly id: string }) => {
  const texts = useTexts()
  const jobs = useIndexJobs()
  const last = jobs.data?.find(({ database_id: database, status }) => database === id && status === 'succeeded')
  return last === undefined ? '' : formatMoment(last.updated_at, texts)
}
