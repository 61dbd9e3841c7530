import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import type { PreviewedTable } from './policy.ts'
import { policyTexts } from './texts.ts'

const { preview: says } = policyTexts

/** The number of visible rows of a table, of the total, and the previous number if it differs. */
export const SeenRows = ({ counted }: { readonly counted: PreviewedTable | undefined }) => {
  const texts = useTexts()
  if (counted === undefined) return null
  const { before, after, total, reason } = counted
  const shown = ({ is_open: isOpen, visible }: PreviewedTable['after']): string | undefined =>
    isOpen ? (visible === null ? undefined : formatNumber(visible, texts)) : says.closed
  const [earlier, later] = [shown(before), shown(after)]
  return (
    <>
      {later === undefined && reason !== null && <span className="hint">{says.reasons[reason]}</span>}
      {later !== undefined && !after.is_open && later}
      {later !== undefined &&
        after.is_open &&
        (total === null ? says.seenUncounted(later) : says.seen(later, formatNumber(total, texts)))}
      {earlier !== undefined && earlier !== later && <span className="hint block">{says.before(earlier)}</span>}
    </>
  )
}
