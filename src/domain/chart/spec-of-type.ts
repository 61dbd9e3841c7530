import type { Chart } from '../ask/answer.ts'
import type { ChartType } from './choose-chart.ts'
import type { VegaLiteSpec } from './vega-lite-spec.ts'

/** A chart's spec for one of its types. Until the rules can encode a stored chart anew, its own, whatever the type. */
export const specOfType = ({ spec }: Chart, _type: ChartType): VegaLiteSpec => spec
