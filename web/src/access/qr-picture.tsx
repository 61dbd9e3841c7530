import { encode } from 'uqr'

/** Quiet zone around the code, in modules. */
const BORDER = 4

/** A text as a QR code. */
export const QrPicture = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = encode(text, { border: BORDER })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}
