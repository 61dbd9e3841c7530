import { useEffect, useRef } from 'react'
import { useAction } from '../api/use-action.ts'
import { ChangedNotice } from '../form/use-unchanged.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { countOf, type PolicyChanges } from './changes.ts'
import type { Policy } from './policy.ts'
import type { PolicyLine } from './policy-lines.ts'
import { policySentence } from './policy-sentence.ts'
import type { Counting, PreviewInput } from './preview-panel.tsx'
import { SeenRows } from './seen-rows.tsx'
import { policyTexts } from './texts.ts'

interface SaveDialogProps {
  readonly policy: Policy
  readonly lines: readonly PolicyLine[]
  readonly changes: PolicyChanges
  readonly isScoped: boolean
  readonly before: Omit<PreviewInput, 'sample'>
  readonly counting: Counting
  readonly unchanged: { readonly theirs: unknown; acknowledge(): void }
  readonly onCount: (input: PreviewInput) => void
  readonly onSave: () => Promise<void>
  readonly onTakeTheirs: () => Promise<void>
  readonly onClose: () => void
}

/** All changes as sentences, with row counts before and after, to confirm a save. */
export const SaveDialog = (props: SaveDialogProps) => {
  const { policy, lines, changes, isScoped, before, counting, unchanged, onCount, onSave, onTakeTheirs, onClose } =
    props
  const { cancel, frame } = useTexts()
  const saving = useAction(onSave)
  const canCount = !isScoped || before.tenant !== ''
  const count = useRef(() => onCount({ ...before, sample: '' }))
  useEffect(() => {
    if (canCount) count.current()
  }, [canCount])
  const sentences = [
    ...[...changes.tables].map(([table, decision]) => {
      const entry = lines.find((line) => line.table === table)?.entry
      const shows = entry === undefined ? '' : policySentence(entry, policy)
      return decision === 'accept' ? policyTexts.decisions.accept(table, shows) : policyTexts.decisions[decision](table)
    }),
    ...[...changes.columns].map(([column, decision]) => policyTexts.decisions[decision](column)),
  ]
  const counted = counting.data?.tables.filter(({ table }) => changes.tables.has(table)) ?? []
  return (
    <Dialog title={policyTexts.saveTitle(countOf(changes))} open onClose={onClose}>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {!canCount && <p className="hint">{policyTexts.countFirst}</p>}
      {counting.isBusy && <p className="hint">{policyTexts.preview.running}</p>}
      {counting.error !== null && <ErrorNotice error={counting.error} />}
      {counted.length > 0 && (
        <dl className="facts">
          {counted.map((table) => (
            <div key={table.table}>
              <dt>
                <bdi>{table.table}</bdi>
              </dt>
              <dd>
                <SeenRows counted={table} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="hint">{policyTexts.saveText}</p>
      {saving.error !== null && <ErrorNotice error={saving.error} />}
      {unchanged.theirs !== undefined && (
        <ChangedNotice
          onKeepMine={() => {
            unchanged.acknowledge()
            saving.run()
          }}
          onTakeTheirs={() => void onTakeTheirs().then(onClose)}
        />
      )}
      <p className="actions">
        <button type="button" onClick={onClose}>
          {cancel}
        </button>
        <button
          type="button"
          className="primary"
          aria-disabled={saving.isBusy}
          onClick={() => saving.isBusy || saving.run()}
        >
          {saving.isBusy ? frame.saving : frame.saveChanges}
        </button>
      </p>
    </Dialog>
  )
}
