import { brandingTexts } from './texts.ts'

const { sample } = brandingTexts
/** Orders per week in the sample: 65 in total. */
const WEEKS = [12, 15, 11, 18, 9] as const
const [STEP, WIDTH, HEIGHT] = [40, 28, 72] as const
const MOST = Math.max(...WEEKS)

/** A sample answer with a chart, as shared or printed with the brand's colours. */
export const SampleChart = () => (
  <div className="brand-card">
    <p>{sample.chart}</p>
    <svg viewBox={`0 0 ${STEP * WEEKS.length} ${HEIGHT + 16}`} role="img" aria-label={sample.chart}>
      {WEEKS.map((orders, at) => {
        const height = (orders / MOST) * HEIGHT
        const x = at * STEP + (STEP - WIDTH) / 2
        return (
          <g key={orders}>
            <rect x={x} y={HEIGHT - height} width={WIDTH} height={height} rx={2} />
            <text x={x + WIDTH / 2} y={HEIGHT + 12}>
              {orders}
            </text>
          </g>
        )
      })}
    </svg>
  </div>
)
