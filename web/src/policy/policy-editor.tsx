import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useAction } from '../api/use-action.ts'
import { useRefresh } from '../api/use-refresh.ts'
import type { PolicyReview } from '../databases/database.ts'
import { useUnchanged } from '../form/use-unchanged.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { ChangeBar } from '../ui/change-bar.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { countOf, decideColumn, decideTables, NO_CHANGES, patchOf } from './changes.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import type { Policy, PolicyPreview } from './policy.ts'
import { type PolicyLine, policyLines } from './policy-lines.ts'
import { PolicyTable } from './policy-table.tsx'
import { type PreviewInput, PreviewPanel } from './preview-panel.tsx'
import { readPolicy } from './queries.ts'
import { SaveDialog } from './save-dialog.tsx'
import { policyTexts } from './texts.ts'

const route = getRouteApi('/logged-in/databases/$database/policy')

interface PolicyEditorProps {
  readonly id: string
  readonly policy: Policy
  readonly review: PolicyReview
}

/** Collects decisions about tables and columns, previews their row counts, and saves them together. */
export const PolicyEditor = ({ id, policy, review }: PolicyEditorProps) => {
  const { frame } = useTexts()
  const { tenant, scope } = route.useSearch()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const unchanged = useUnchanged(policy, () => readPolicy(id))
  const [changes, setChanges] = useState(NO_CHANGES)
  const [asking, setAsking] = useState<{ readonly what: 'share' | 'columns'; readonly line: PolicyLine }>()
  const [isSaving, setSaving] = useState(false)
  const lines = policyLines(policy, review)
  const path = { database_id: id }
  const counting = useAction(
    async ({ tenant: tenantId, scope: scopeId, sample }: PreviewInput): Promise<PolicyPreview> => {
      const body = {
        ...(countOf(changes) === 0 ? {} : { changes: patchOf(changes) }),
        ...(tenantId === '' ? {} : { tenant_id: tenantId }),
        ...(scopeId === '' ? {} : { scope_id: scopeId }),
        ...(sample === '' ? {} : { sample_table: sample }),
      }
      return (await plainClient.call('post', '/api/v1/databases/{database_id}/policy/preview', { path, body })).data
    },
  )
  const count = (input: PreviewInput) => {
    void navigate({
      to: '.',
      search: ({ tenant: _, scope: __, ...kept }) => ({
        ...kept,
        ...(input.tenant === '' ? {} : { tenant: input.tenant }),
        ...(input.scope === '' ? {} : { scope: input.scope }),
      }),
      replace: true,
    })
    counting.run(input)
  }
  const change = (next: typeof changes) => {
    setChanges(next)
    counting.reset()
  }
  const save = async () => {
    const isSaved = await unchanged.save(() =>
      plainClient.call('patch', '/api/v1/databases/{database_id}/policy', { path, body: patchOf(changes) }),
    )
    if (!isSaved) return
    setSaving(false)
    await takeStored()
    announce(frame.saved)
  }
  const takeStored = async () => {
    change(NO_CHANGES)
    await refresh(
      '/api/v1/databases/{database_id}/policy',
      '/api/v1/databases/{database_id}/policy/review',
      '/api/v1/databases/{database_id}/questions',
    )
  }
  const isScoped = policy.tenant !== undefined
  const as = { tenant: tenant ?? '', scope: scope ?? '' }
  return (
    <>
      <p className="hint">
        {isScoped ? policyTexts.intro.scoped(policy.tenant?.column ?? '') : policyTexts.intro.unscoped}{' '}
        {policyTexts.summary(
          lines.filter(({ state }) => state === 'open').length,
          lines.length,
          lines.filter(({ state }) => state === 'toConfirm').length,
        )}
      </p>
      <PreviewPanel
        isScoped={isScoped}
        takesScope={policy.scope !== undefined}
        tables={lines.filter(({ state, table }) => state !== 'closed' || changes.tables.has(table))}
        before={as}
        counting={counting}
        onCount={count}
      />
      <PolicyTable
        policy={policy}
        lines={lines}
        changes={changes}
        preview={counting.data}
        tenant={as.tenant}
        onTables={(names, decision) => change(decideTables(changes, names, decision))}
        onColumns={(line) => setAsking({ what: 'columns', line })}
        onShare={(line) => setAsking({ what: 'share', line })}
      />
      <ChangeBar count={countOf(changes)} onDiscard={() => change(NO_CHANGES)} onSave={() => setSaving(true)} />
      {asking?.what === 'share' && (
        <ConfirmDialog
          title={policyTexts.shareTitle(asking.line.table)}
          action={policyTexts.shareAction}
          onConfirm={async () => change(decideTables(changes, [asking.line.table], 'share'))}
          onClose={() => setAsking(undefined)}
        >
          <p className="notice danger">{policyTexts.shareText}</p>
        </ConfirmDialog>
      )}
      {asking?.what === 'columns' && (
        <ColumnsDialog
          id={id}
          review={review}
          changes={changes}
          line={asking.line}
          onChange={(column, decision) => change(decideColumn(changes, column, decision))}
          onClose={() => setAsking(undefined)}
        />
      )}
      {isSaving && (
        <SaveDialog
          policy={policy}
          lines={lines}
          changes={changes}
          isScoped={isScoped}
          counting={counting}
          unchanged={unchanged}
          before={as}
          onCount={count}
          onSave={save}
          onTakeTheirs={async () => {
            // The next save is compared with what was just loaded.
            unchanged.acknowledge()
            await takeStored()
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}
