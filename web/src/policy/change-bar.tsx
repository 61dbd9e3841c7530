import { policyTexts } from './texts.ts'

interface ChangeBarProps {
  readonly count: number
  readonly onDiscard: () => void
  readonly onSave: () => void
}

/** Says how much is not saved yet, and stays in view. */
export const ChangeBar = ({ count, onDiscard, onSave }: ChangeBarProps) => {
  if (count === 0) return null
  return (
    <div className="change-bar" role="group" aria-label={policyTexts.bar(count)}>
      <span>{policyTexts.bar(count)}</span>
      <button type="button" onClick={onDiscard}>
        {policyTexts.discard}
      </button>
      <button type="button" className="primary" onClick={onSave}>
        {policyTexts.review}
      </button>
    </div>
  )
}
