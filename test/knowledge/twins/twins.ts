import fc from 'fast-check'
import type { Engine } from '../../../src/engines/engine.ts'
import type { DatabaseSettings } from '../../../src/manage/databases/rules/database-settings.ts'
import type { EngineAdapter, LoadedDatabase } from '../../engines/contract/engine-adapter.ts'
import { choosing, tapes } from '../../engines/contract/noninterference/tape.ts'
import { seenByCaller } from './seen-by-caller.ts'
import type { verifiedSql } from './verified-queries.ts'
import { type Difference, type ExtraFields, makeTwins, type Twins, type World } from './worlds.ts'

/** `TEST_SEED` chooses other databases, and `TEST_CASES` more of them. */
const SEED = 20_261_126

/** What the twins tests need from an engine. */
export interface TwinEngine
  extends Pick<EngineAdapter, 'name' | 'start' | 'load' | 'keyName'>,
    Partial<Pick<EngineAdapter, 'tableName'>> {
  readonly verified: typeof verifiedSql
  /** Drafts of a hostile model, which name objects that may exist. */
  probes(twins: Twins): readonly string[]
  /** Adds fields to existing rows, if fields are not declared. */
  extend?(address: string, fields: readonly ExtraFields[]): Promise<void>
}

const SETTINGS: Readonly<Record<Difference, Partial<DatabaseSettings>>> = {
  rows: {},
  verified: {},
  unpublished: { sharedValues: 'off' },
}

const WHAT: Readonly<Record<Difference, string>> = {
  rows: 'rows of other tenants below the threshold',
  verified: 'rows of other tenants named in verified queries',
  unpublished: 'all rows of other tenants, with nothing published',
}

/**
 * Noninterference of everything that a caller or a model sees: two databases differ in rows, fields, names and numbers
 * of other tenants, and everything that a tenant receives from them is identical.
 */
export const twins = (
  adapter: TwinEngine,
  { cases: wanted, seed: chosen = SEED }: { readonly cases: number; readonly seed?: number },
): void => {
  const cases = Number(process.env.TEST_CASES ?? wanted)
  const seed = Number(process.env.TEST_SEED ?? chosen)
  let engine: Engine
  beforeAll(() => {
    engine = adapter.start()
  })
  afterAll(() => engine.close())

  const seen = async (made: Twins, side: 'one' | 'other', difference: Difference) => {
    const world = made[side]
    const loaded = await load(adapter, world)
    try {
      const database = {
        engine,
        address: loaded.address,
        world,
        verified: adapter.verified(world.verified),
        settings: SETTINGS[difference],
        ...(adapter.tableName === undefined ? {} : { tableName: adapter.tableName }),
        ...(adapter.keyName === undefined ? {} : { keyName: adapter.keyName }),
      }
      return await seenByCaller(database, made.questions, adapter.probes(made))
    } finally {
      await loaded.remove()
    }
  }

  it.each(Object.keys(WHAT) as Difference[])(
    `a tenant and a model receive identical data from ${cases} pairs of databases that differ in %s`,
    async (difference) => {
      const counts = { pairs: 0, texts: 0, shrunk: 0 }
      let hasFailed = false
      const property = fc.asyncProperty(tapes, async (tape) => {
        if (hasFailed && counts.shrunk++ >= SHRINKS_MAX) return
        const made = makeTwins(choosing(tape), difference)
        const [one, other] = [await seen(made, 'one', difference), await seen(made, 'other', difference)]
        counts.pairs += 1
        counts.texts += one.size
        for (const label of new Set([...one.keys(), ...other.keys()]))
          if (one.get(label) !== other.get(label)) {
            hasFailed = true
            throw new Error(differenceText(label, one.get(label) ?? '(nothing)', other.get(label) ?? '(nothing)'))
          }
      })
      await fc.assert(property, { numRuns: cases, seed })
      if (process.env.TEST_TELL) console.log({ engine: adapter.name, difference, ...counts })
      expect(counts.texts).toBeGreaterThan(50 * counts.pairs)
    },
    86_400_000,
  )
}

const load = async (adapter: TwinEngine, world: World): Promise<LoadedDatabase> => {
  const loaded = await adapter.load(world.tables)
  await adapter.extend?.(loaded.address, world.fields)
  return loaded
}

/** Shows the first difference of two texts with its surroundings. */
const differenceText = (label: string, one: string, other: string): string => {
  const at = [...one].findIndex((_, index) => one[index] !== other[index])
  const from = Math.max(0, (at < 0 ? one.length : at) - AROUND)
  const part = (text: string) => text.slice(from, from + 3 * AROUND)
  return `${label}\n\none: …${part(one)}\n\nother: …${part(other)}`
}

const AROUND = 150
/** Maximum number of smaller databases tried after a failure. */
const SHRINKS_MAX = 40
