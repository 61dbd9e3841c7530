import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import '../styles/queries.css'
import { plainClient } from '../api/clients.ts'
import { session } from '../api/session.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { DatabaseFrame } from '../databases/database-frame.tsx'
import { announce } from '../ui/announcer.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useStore } from '../ui/store.ts'
import { type Edited, PATTERNS, type Pattern, PROPOSALS, type Proposal, valuesOf, voucherOf } from './pattern-data.ts'
import { PatternDialog } from './pattern-dialog.tsx'
import { PatternList } from './pattern-list.tsx'
import { ProposalList } from './proposal-list.tsx'
import { queriesTexts } from './texts.ts'

const route = getRouteApi('/logged-in/databases/$database/queries')

/** The verified queries of a database, and proposals. */
export const QueriesPage = () => {
  const { database: id } = route.useParams()
  const now = useStore(session)
  const [edited, setEdited] = useState<Edited>()
  const voucher = now.kind === 'in' ? voucherOf(now.me) : ''
  const add = () =>
    setEdited({ kind: 'add', databaseId: id, values: { question: '', query: '', verified_by: voucher } })
  return (
    <DatabaseFrame
      id={id}
      tab="queries"
      action={
        <button type="button" className="primary" onClick={add}>
          {queriesTexts.add}
        </button>
      }
    >
      <Content key={id} id={id} voucher={voucher} edited={edited} onEdit={setEdited} />
    </DatabaseFrame>
  )
}

interface ContentProps {
  readonly id: string
  /** The name recorded as verifier of accepted proposals. */
  readonly voucher: string
  readonly edited: Edited | undefined
  readonly onEdit: (edited: Edited | undefined) => void
}

type Asked = { readonly kind: 'dismiss'; readonly of: Proposal } | { readonly kind: 'remove'; readonly of: Pattern }

const Content = ({ id, voucher, edited, onEdit }: ContentProps) => {
  const refresh = useRefresh()
  const [asked, setAsked] = useState<Asked>()
  const [result, setResult] = useState('')
  const say = (text: string) => {
    onEdit(undefined)
    setResult(text)
    announce(text)
  }
  const confirm = async ({ kind, of }: Asked) => {
    if (kind === 'dismiss') {
      const path = { proposal_id: of.id }
      await plainClient.call('delete', '/api/v1/pattern-proposals/{proposal_id}', { path })
      await refresh(PROPOSALS)
      say(queriesTexts.dismissed)
    } else {
      await plainClient.call('delete', '/api/v1/patterns/{pattern_id}', { path: { pattern_id: of.id } })
      await refresh(PATTERNS)
      say(queriesTexts.removed)
    }
  }
  const accept = ({ id: of, question, query }: Proposal) =>
    onEdit({ kind: 'accept', id: of, values: { question, query, verified_by: voucher } })
  return (
    <>
      <p className="lead">{queriesTexts.lead}</p>
      {result !== '' && <p className="notice">{result}</p>}
      <section>
        <h2>{queriesTexts.proposals}</h2>
        <ProposalList databaseId={id} onAccept={accept} onDismiss={(of) => setAsked({ kind: 'dismiss', of })} />
      </section>
      <section>
        <h2>{queriesTexts.verified}</h2>
        <PatternList
          databaseId={id}
          onChange={(pattern) => onEdit({ kind: 'change', id: pattern.id, values: valuesOf(pattern) })}
          onRemove={(of) => setAsked({ kind: 'remove', of })}
        />
      </section>
      {edited !== undefined && (
        <PatternDialog edited={edited} onSaved={() => say(queriesTexts.saved)} onClose={() => onEdit(undefined)} />
      )}
      {asked !== undefined && (
        <ConfirmDialog
          title={asked.kind === 'dismiss' ? queriesTexts.dismissTitle : queriesTexts.removeTitle}
          action={asked.kind === 'dismiss' ? queriesTexts.dismiss : queriesTexts.remove}
          onConfirm={() => confirm(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>
            <strong>
              <bdi>{asked.of.question}</bdi>
            </strong>
          </p>
          <p>{asked.kind === 'dismiss' ? queriesTexts.dismissText : queriesTexts.removeText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
