import { useTexts } from '../i18n/texts.tsx'

interface ChangeBarProps {
  readonly count: number
  readonly isBusy?: boolean
  readonly onDiscard: () => void
  readonly onSave: () => void
}

/** Shows the number of unsaved changes, sticky. */
export const ChangeBar = ({ count, isBusy = false, onDiscard, onSave }: ChangeBarProps) => {
  const { frame } = useTexts()
  if (count === 0) return null
  return (
    <div className="change-bar" role="group" aria-label={frame.changes(count)}>
      <span>{frame.changes(count)}</span>
      <button type="button" onClick={onDiscard}>
        {frame.discard}
      </button>
      <button type="button" className="primary" aria-disabled={isBusy} onClick={() => isBusy || onSave()}>
        {isBusy ? frame.saving : frame.saveChanges}
      </button>
    </div>
  )
}
