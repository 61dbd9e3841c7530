import { SQLITE } from '../engines/sqlite/adapter.ts'
import { attackSuite, leakSuite } from './attack-suite.ts'

attackSuite(SQLITE)
// Oracles where nothing is filtered take a process each: they are tried in the long suite.
leakSuite(SQLITE, undefined, ['plain', 'subselect', 'set', 'shadow', 'name', 'join'])
