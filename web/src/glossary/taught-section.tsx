import { plainClient } from '../api/clients.ts'
import { useAction } from '../api/use-action.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import type { TaughtProposal } from './glossary.ts'
import { useTaughtProposals } from './queries.ts'
import { glossaryTexts } from './texts.ts'

const { columns } = glossaryTexts

/** Proposals learnt in conversations, to accept or dismiss. */
export const TaughtSection = ({ id }: { readonly id: string }) => {
  const { frame } = useTexts()
  const refresh = useRefresh()
  const proposals = useTaughtProposals(id)
  const deciding = useAction(async ({ proposal, accept }: { proposal: string; accept: boolean }) => {
    const path = { proposal_id: proposal }
    if (accept) await plainClient.call('post', '/api/v1/glossary-proposals/{proposal_id}/accept', { path, body: {} })
    else await plainClient.call('delete', '/api/v1/glossary-proposals/{proposal_id}', { path })
    await refresh('/api/v1/glossary-proposals', '/api/v1/databases/{database_id}/glossary')
    announce(frame.saved)
  })
  if (proposals.data === undefined || proposals.data.items.length === 0) return null
  return (
    <section aria-labelledby="taught">
      <h2 id="taught">{glossaryTexts.taught}</h2>
      <p className="hint">{glossaryTexts.taughtHint}</p>
      {deciding.error !== null && <ErrorNotice error={deciding.error} />}
      <ListTable<TaughtProposal>
        caption={glossaryTexts.taught}
        rows={proposals.data.items}
        rowKey={({ id: proposal }) => proposal}
        onMore={proposals.hasNextPage ? () => void proposals.fetchNextPage() : undefined}
        columns={[
          { label: columns.words, cell: ({ phrase }) => <bdi>{phrase}</bdi> },
          { label: columns.about, cell: ({ about }) => <bdi>{about}</bdi> },
          { label: columns.says, cell: ({ says }) => says },
          { label: columns.votes, isNumber: true, cell: ({ votes }) => votes },
          {
            label: columns.actions,
            isActions: true,
            cell: ({ id: proposal }) => (
              <span className="row-actions">
                <button type="button" className="quiet" onClick={() => deciding.run({ proposal, accept: true })}>
                  {glossaryTexts.accept}
                </button>
                <button type="button" className="quiet" onClick={() => deciding.run({ proposal, accept: false })}>
                  {glossaryTexts.dismiss}
                </button>
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}
