import { ENGINE_PLACES } from '../../../bench/demo/engine-places.ts'
import { askHonestly } from '../../../bench/honest/ask-honestly.ts'
import type { HonestQueries } from '../../../bench/honest/honest-queries.ts'
import { MONGODB_HONEST } from '../../../bench/honest/mongodb.ts'
import { POSTGRES_HONEST } from '../../../bench/honest/postgres.ts'

const LISTS: readonly (readonly [keyof typeof ENGINE_PLACES, HonestQueries])[] = [
  ['postgres', POSTGRES_HONEST],
  ['mongodb', MONGODB_HONEST],
]

it.each(LISTS)(
  '%s takes 98 of a hundred queries as models write them, and finds what a database of the caller alone holds',
  async (name, { shops, clinics }) => {
    const { engine, address, close } = await ENGINE_PLACES[name]()
    const asked = [
      ...(await askHonestly(engine, address, 'shops', shops)),
      ...(await askHonestly(engine, address, 'clinics', clinics)),
    ]
    await engine.close()
    await close()
    const refused = asked.filter(({ verdict }) => verdict === 'guard' || verdict === 'database')
    expect(refused.length / asked.length).toBeLessThanOrEqual(0.02)
    expect(asked.filter(({ verdict }) => verdict === 'other')).toEqual([])
    expect(asked.filter(({ verdict }) => verdict === 'same').length).toBeGreaterThan(100)
  },
  600_000,
)
