import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from './copy-button.tsx'
import { errorText } from './problem-text.ts'

/** An error beside its cause, with the next step. */
export const ErrorNotice = ({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) => {
  const texts = useTexts()
  const traceId = error instanceof TabletalkError ? error.traceId : undefined
  return (
    <div className="notice danger" role="group">
      <p>{errorText(error, texts)}</p>
      <p className="actions">
        {onRetry !== undefined && (
          <button type="button" onClick={onRetry}>
            {texts.tryAgain}
          </button>
        )}
        {traceId !== undefined && <CopyButton text={traceId} label={texts.failed.traceId} />}
      </p>
    </div>
  )
}
