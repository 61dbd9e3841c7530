import type { PolicyReview } from '../databases/database.ts'
import { useColumns } from '../databases/use-columns.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import type { PolicyChanges } from './changes.ts'
import { hiddenColumns, type PolicyLine, shownColumns } from './policy-lines.ts'
import { policyTexts } from './texts.ts'

interface ColumnsDialogProps {
  readonly id: string
  readonly line: PolicyLine
  readonly review: PolicyReview
  readonly changes: PolicyChanges
  /** @param column `TABLE.COLUMN` @param decision undefined for the stored state */
  readonly onChange: (column: string, decision: 'hide' | 'show' | undefined) => void
  readonly onClose: () => void
}

/** Visible columns of a table. */
export const ColumnsDialog = ({ id, line, review, changes, onChange, onClose }: ColumnsDialogProps) => {
  const { table, entry } = line
  const columns = useColumns(id)
  const undecided = review.drift.flatMap((drift) =>
    drift.kind === 'column waits' && drift.table === table && drift.column !== undefined ? [drift.column] : [],
  )
  const hidden = new Set([...hiddenColumns(entry), ...undecided])
  for (const name of shownColumns(entry)) hidden.delete(name)
  return (
    <Dialog title={policyTexts.columnsTitle(table)} open onClose={onClose}>
      <p className="hint">{policyTexts.columnsHint}</p>
      <Loaded query={columns}>
        {(known) => (
          <ul className="checks">
            {(known.get(table) ?? []).map(({ name: column }) => {
              const name = `${table}.${column}`
              const isStoredHidden = hidden.has(column)
              const decided = changes.columns.get(name)
              const isShown = decided === undefined ? !isStoredHidden : decided === 'show'
              return (
                <li key={column}>
                  <label className="check">
                    <input
                      type="checkbox"
                      checked={isShown}
                      onChange={() => {
                        const next = isShown ? 'hide' : 'show'
                        onChange(name, (next === 'hide') === isStoredHidden ? undefined : next)
                      }}
                    />
                    <bdi>{column}</bdi>
                  </label>
                </li>
              )
            })}
          </ul>
        )}
      </Loaded>
      <p className="actions">
        <button type="button" className="primary" onClick={onClose}>
          {policyTexts.done}
        </button>
      </p>
    </Dialog>
  )
}
