import { refreshMe } from '../api/session.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { accessTexts } from './texts.ts'
import { useFocused } from './use-focused.ts'

const { own } = accessTexts

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onStored: () => void
}

/** The recovery codes, shown once. */
export const RecoveryCodes = ({ codes, onStored }: RecoveryCodesProps) => {
  const heading = useFocused<HTMLHeadingElement>()
  const stored = () => {
    // If the refresh fails, the page shows the old state until it is reloaded.
    refreshMe().then(onStored, onStored)
  }
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {own.recoveryTitle}
      </h3>
      <p className="notice warn">{own.recoveryText}</p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="actions">
        <CopyButton text={codes.join('\n')} label={own.copyCodes} />
        <button type="button" className="primary" onClick={stored}>
          {own.recoveryStored}
        </button>
      </p>
    </>
  )
}
