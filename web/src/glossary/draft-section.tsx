import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useAction } from '../api/use-action.ts'
import { announce } from '../ui/announcer.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import type { DraftedProposal } from './glossary.ts'
import { glossaryTexts } from './texts.ts'

const { columns } = glossaryTexts

interface DraftSectionProps {
  readonly id: string
  readonly onAccept: (proposals: readonly DraftedProposal[]) => void
}

interface Numbered {
  readonly at: number
  readonly proposal: DraftedProposal
}

/** Proposes entries from the schema with their evidence, to select from. */
export const DraftSection = ({ id, onAccept }: DraftSectionProps) => {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const drafting = useAction(async () => {
    const path = { database_id: id }
    const { data } = await plainClient.call('post', '/api/v1/databases/{database_id}/glossary/draft', { path })
    setSelected(new Set())
    announce(glossaryTexts.drafted(data.proposals.length))
    return data
  })
  const rows = (drafting.data?.proposals ?? []).map((proposal, at) => ({ at, proposal }))
  const toggle = (at: number) => {
    const next = new Set(selected)
    if (!next.delete(at)) next.add(at)
    setSelected(next)
  }
  const accept = () => {
    onAccept(rows.filter(({ at }) => selected.has(at)).map(({ proposal }) => proposal))
    drafting.reset()
  }
  return (
    <section aria-label={glossaryTexts.proposals}>
      <p className="actions">
        <button type="button" aria-disabled={drafting.isBusy} onClick={() => drafting.isBusy || drafting.run()}>
          {drafting.isBusy ? glossaryTexts.drafting : glossaryTexts.draft}
        </button>
        {drafting.data !== undefined && (
          <span className="hint">
            {rows.length === 0 ? glossaryTexts.nothingDrafted : glossaryTexts.drafted(rows.length)}{' '}
            {drafting.data.notes.join(' ')}
          </span>
        )}
      </p>
      {drafting.error !== null && <ErrorNotice error={drafting.error} />}
      {rows.length > 0 && (
        <>
          <p className="actions">
            <button type="button" onClick={() => setSelected(new Set(rows.map(({ at }) => at)))}>
              {glossaryTexts.selectAll}
            </button>
            {selected.size > 0 && (
              <button type="button" className="primary" onClick={accept}>
                {glossaryTexts.acceptSelected(selected.size)}
              </button>
            )}
          </p>
          <ListTable<Numbered>
            caption={glossaryTexts.proposals}
            rows={rows}
            rowKey={({ at }) => at}
            columns={[
              {
                label: columns.about,
                cell: ({ at, proposal }) => (
                  <label className="check">
                    <input type="checkbox" checked={selected.has(at)} onChange={() => toggle(at)} />
                    <bdi>{proposal.about}</bdi>
                  </label>
                ),
              },
              { label: columns.says, cell: ({ proposal }) => proposal.says },
              { label: columns.evidence, cell: ({ proposal }) => <span className="hint">{proposal.evidence}</span> },
            ]}
          />
        </>
      )}
    </section>
  )
}
