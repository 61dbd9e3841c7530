import { qrCode } from './qr-code.ts'

/** Modules of light around the code, which readers need. */
const MARGIN = 4

/** A text as a QR code; nothing where it is too long for one that can be read from a screen. */
export const QrPicture = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const rows = qrCode(text)
  if (rows === undefined) return null
  const size = rows.length + 2 * MARGIN
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}
