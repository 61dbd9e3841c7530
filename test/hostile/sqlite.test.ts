import { SQLITE } from '../engines/sqlite/adapter.ts'
import { FILTERED, REFUSED } from '../engines/sqlite/attacks.ts'
import { hostileModel } from './hostile-model.ts'

describe('hostile model on SQLite:', () => {
  hostileModel(SQLITE, {
    refused: Object.values(REFUSED).flat(),
    filtered: FILTERED,
    failing: ['SELECT json(name) FROM customers', 'SELECT abs(-9223372036854775807 - id / id) FROM customers'],
  })
})
