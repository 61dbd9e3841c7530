import { SQLITE } from '../engines/sqlite/adapter.ts'
import { FILTERED, REFUSED } from '../engines/sqlite/attacks.ts'
import { hostileModel } from './hostile-model.ts'

hostileModel(SQLITE, {
  refused: Object.values(REFUSED).flat(),
  filtered: FILTERED,
  telling: ['SELECT json(name) FROM customers', 'SELECT abs(-9223372036854775807 - id / id) FROM customers'],
})
