import { SQLITE } from '../engines/sqlite/adapter.ts'
import { attackSuite } from './attack-suite.ts'

attackSuite(SQLITE)
