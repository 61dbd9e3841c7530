import { plainClient } from '../api/clients.ts'
import { usePages } from '../api/use-pages.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PROPOSALS, type Proposal } from './pattern-data.ts'
import { QueryCard } from './query-card.tsx'
import { queriesTexts } from './texts.ts'

interface ProposalListProps {
  readonly databaseId: string
  readonly onAccept: (proposal: Proposal) => void
  readonly onDismiss: (proposal: Proposal) => void
}

/** Queries of answers rated `up`, to accept or dismiss. */
export const ProposalList = ({ databaseId, onAccept, onDismiss }: ProposalListProps) => {
  const { frame } = useTexts()
  const proposals = usePages([PROPOSALS, databaseId], (page, signal) =>
    plainClient.call('get', PROPOSALS, { query: { page, database_id: databaseId }, signal }),
  )
  return (
    <Loaded query={proposals}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="hint">{queriesTexts.noProposals}</p>
        ) : (
          <>
            <ul className="queries">
              {items.map((proposal) => (
                <ProposalCard
                  key={proposal.id}
                  proposal={proposal}
                  onAccept={() => onAccept(proposal)}
                  onDismiss={() => onDismiss(proposal)}
                />
              ))}
            </ul>
            {proposals.hasNextPage && (
              <button type="button" onClick={() => void proposals.fetchNextPage()}>
                {frame.showMore}
              </button>
            )}
          </>
        )
      }
    </Loaded>
  )
}

interface ProposalCardProps {
  readonly proposal: Proposal
  readonly onAccept: () => void
  readonly onDismiss: () => void
}

const ProposalCard = ({ proposal, onAccept, onDismiss }: ProposalCardProps) => {
  const { question, query, votes, unshared_values: values } = proposal
  return (
    <QueryCard
      question={question}
      query={query}
      actions={
        <>
          <button type="button" aria-label={queriesTexts.acceptOf(question)} onClick={onAccept}>
            {queriesTexts.accept}
          </button>
          <button type="button" className="quiet" aria-label={queriesTexts.dismissOf(question)} onClick={onDismiss}>
            {queriesTexts.dismiss}
          </button>
        </>
      }
    >
      <p className="hint">{queriesTexts.votes(votes)}</p>
      <Values label={queriesTexts.hidden} values={values.filter(({ hidden }) => hidden)} />
      <Values label={queriesTexts.shownAsItIs} values={values.filter(({ hidden }) => !hidden)} />
    </QueryCard>
  )
}

interface ValuesProps {
  readonly label: string
  readonly values: Proposal['unshared_values']
}

/** Constants of a query that may belong to one tenant, and what models see of them. */
const Values = ({ label, values }: ValuesProps) =>
  values.length === 0 ? null : (
    <p className="hint">
      {label}{' '}
      {values.map(({ value }) => (
        <code key={value} className="value">
          <bdi>{value}</bdi>
        </code>
      ))}
    </p>
  )
