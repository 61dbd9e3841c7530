import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import type { TurnView } from './answer-view.ts'

/** The receipts of an answer in print, where panels cannot be opened. */
export const PrintedReceipt = ({ turn }: { readonly turn: TurnView }) => {
  const texts = useTexts()
  const { receipt: says } = texts
  return (
    <div className="printed">
      {turn.parts.map(({ queryId, receipt }) => (
        <div key={queryId}>
          {receipt?.executed_at !== undefined && (
            <p>
              {says.executedAt} {formatMoment(receipt.executed_at, texts)}
            </p>
          )}
          {receipt?.query !== undefined && (
            <>
              <p>{says.written}</p>
              <pre>{receipt.query}</pre>
            </>
          )}
          {receipt?.guarded_query !== undefined && (
            <>
              <p>{says.run}</p>
              <pre>{receipt.guarded_query}</pre>
            </>
          )}
        </div>
      ))}
    </div>
  )
}
