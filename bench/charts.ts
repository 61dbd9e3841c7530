import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import * as vega from 'vega'
import { compile } from 'vega-lite'
import { ChartRenderer } from '../src/charts/chart-renderer.ts'
import { CHART_TYPES, type ChartType } from '../src/charts/rules/choose-chart.ts'
import { vegaLiteOf } from '../src/charts/vega-lite-of.ts'
import { drawingOf, EXAMPLE_VALUES, exampleChart } from '../test/charts/example-charts.ts'
import { machine } from './measure/machine.ts'
import { quantile } from './measure/quantile.ts'

/**
 * Benchmarks drawing a chart, alternating with Vega alone in this process on the same specs: the first chart of a
 * process, new ones as SVG and as PNG, and a cached one: `node bench/charts.ts [--rounds 25]`.
 */
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '25' } } })
const ROUNDS = Number(options.rounds)
const WARM = 5
const WIDTH = 640

const owner = { organizationId: 1 }
const drawings = new ChartRenderer()

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** A different chart each time, by its width. */
const drawing = (type: ChartType, round: number) =>
  drawingOf(exampleChart(type, EXAMPLE_VALUES[type]), { width: WIDTH + round })

const bare = async (type: ChartType, round: number): Promise<void> => {
  const { spec } = compile(vegaLiteOf(drawing(type, round)), { logger: vega.logger(vega.None) })
  // Formats of numbers and labels are registered in the product's thread only.
  const text = JSON.stringify(spec).replace(/local(?:Number|Label)\(([^,]+), \{[^}]*\}\)/g, '$1')
  const view = new vega.View(vega.parse(JSON.parse(text)), { renderer: 'none', logLevel: vega.None })
  await view.toSVG()
  view.finalize()
}

console.log(machine())
const cold = await timed(() => drawings.draw({ drawing: drawing('bar', 0), format: 'svg' }, owner))
const times = { bare: [] as number[], svg: [] as number[], png: [] as number[], kept: [] as number[] }
for (let round = 1; round <= ROUNDS + WARM; round++)
  for (const type of CHART_TYPES) {
    const call = { drawing: drawing(type, round), format: 'svg' } as const
    const measured = [
      [times.bare, await timed(() => bare(type, round))],
      [times.svg, await timed(() => drawings.draw(call, owner))],
      [times.png, await timed(() => drawings.draw({ ...call, format: 'png' }, owner))],
      [times.kept, await timed(() => drawings.draw(call, owner))],
    ] as const
    if (round > WARM) for (const [all, time] of measured) all.push(time)
  }
await drawings.close()

console.log(
  `the first of a process, with its thread: ${cold.toFixed(0)} ms; then ${ROUNDS} of each of ${CHART_TYPES.length} types, ms`,
)
const beside = quantile(times.bare, 0.95)
for (const [name, all] of Object.entries(times)) {
  const [p50, p95] = [quantile(all, 0.5), quantile(all, 0.95)]
  console.log(`${name}: p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, ${(p95 / beside).toFixed(2)} times Vega alone`)
}
