import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import type { Effective } from './branding-data.ts'
import { brandingTexts } from './texts.ts'

type Adjusted = Effective['adjusted'][number]

/** Uses of a colour, by their name in the API. */
const USES: Readonly<Record<string, string>> = brandingTexts.uses

/** Colours that were adjusted because they had too little contrast. */
export const ContrastVerdict = ({ adjusted }: { readonly adjusted: readonly Adjusted[] }) => (
  <div className="brand-verdict">
    <h2>{brandingTexts.contrast}</h2>
    {adjusted.length === 0 ? (
      <p className="state" data-kind="ok">
        {brandingTexts.allShown}
      </p>
    ) : (
      <>
        <p className="hint">{brandingTexts.adjustedLead}</p>
        <ul>
          {adjusted.map((one) => (
            <Adjustment key={`${one.theme} ${one.field} ${one.use}`} {...one} />
          ))}
        </ul>
      </>
    )}
  </div>
)

const Adjustment = ({ from, to, use, theme, contrast_from: before, contrast_to: after }: Adjusted) => {
  const texts = useTexts()
  return (
    <li>
      <Swatch colour={from} /> {brandingTexts.shownAs} <Swatch colour={to} /> {USES[use] ?? use}{' '}
      {brandingTexts.on[theme]}
      <span className="muted">{brandingTexts.ratio(formatNumber(before, texts), formatNumber(after, texts))}</span>
    </li>
  )
}

const Swatch = ({ colour }: { readonly colour: string }) => (
  <span className="nowrap">
    <span className="swatch" style={{ background: colour }} />
    <code>{colour}</code>
  </span>
)
