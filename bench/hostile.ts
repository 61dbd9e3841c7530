import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { HOSTILE_SIZES } from '../test/support/cost.ts'
import globalSetup from '../test/support/global-setup.ts'
import globalTeardown from '../test/support/global-teardown.ts'
import { longestHoldMs } from '../test/support/longest-hold.ts'
import { DemoBench } from './demo/run.ts'
import { waits } from './hostile/innocent.ts'
import { closeReaders, readers } from './hostile/readers.ts'
import { SHAPES, sized } from './hostile/shapes.ts'

/** Benchmarks how hostile text and load affect other tenants: `node bench/hostile.ts [--readers] [--waits]`, both by default. */
const { values } = parseArgs({
  options: { readers: { type: 'boolean', default: false }, waits: { type: 'boolean', default: false } },
})
const both = values.readers === values.waits

const style = { head: [], border: [], compact: true }

/** The longest time that each parser blocks the event loop, in processor time, over all shapes of one size. */
const printReaders = async (): Promise<void> => {
  const bench = new DemoBench(new Date())
  const { knowledge } = await bench.view(1)
  const table = new Table({
    head: ['reader', 'whose text', ...HOSTILE_SIZES.map((size) => `${size.toLocaleString('en')} (ms)`), 'worst shape'],
    style,
  })
  for (const { name, of, read } of readers(knowledge)) {
    let worst = { shape: '', ms: 0 }
    const held: string[] = []
    for (const size of HOSTILE_SIZES) {
      let most = 0
      for (const shape of SHAPES) {
        const text = sized(shape, size)
        const ms = await longestHoldMs(async () => await read(text), 2)
        most = Math.max(most, ms)
        if (ms > worst.ms) worst = { shape, ms }
      }
      held.push(most.toFixed(1))
    }
    table.push([name, of, ...held, JSON.stringify(worst.shape)])
  }
  console.log('Longest hold of the event loop, in processor time, by characters of hostile text')
  console.log(table.toString())
  await closeReaders()
  await bench.close()
}

const middle = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** The wait of another tenant: only the ratio is comparable between machines. */
const printWaits = async (): Promise<void> => {
  const table = new Table({
    head: ['beside', 'alone p50 (ms)', 'beside p50 (ms)', 'beside max (ms)', 'p50 ratio'],
    style,
  })
  for (const { beside, aloneMs, besideMs } of await waits()) {
    const [alone, hindered] = [middle(aloneMs), middle(besideMs)]
    table.push([beside, ...[alone, hindered, Math.max(...besideMs)].map(Math.round), (hindered / alone).toFixed(1)])
  }
  console.log('Wait of an innocent tenant for one answer')
  console.log(table.toString())
}

await globalSetup()
try {
  if (both || values.readers) await printReaders()
  if (both || values.waits) await printWaits()
} finally {
  await globalTeardown()
}
process.exit()
