import { SQLITE } from '../engines/sqlite/adapter.ts'
import { attackSuite, leakSuite } from './attack-suite.ts'

describe('guard attack on SQLite', () => attackSuite(SQLITE))
// Each oracle query without a filter takes a process: the long suite runs that family.
leakSuite(SQLITE, undefined, ['plain', 'subselect', 'set', 'shadow', 'name', 'join'])
