import { SQLITE } from '../engines/sqlite/adapter.ts'
import { attackSuite, leakSuite } from './attack-suite.ts'

attackSuite(SQLITE)
leakSuite(SQLITE)
