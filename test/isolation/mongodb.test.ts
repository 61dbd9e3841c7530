import { MONGODB } from '../engines/mongodb/adapter.ts'
import { stopMongodbServer } from '../support/mongodb-server.ts'
import { attackSuite } from './attack-suite.ts'

// The small store knows no `$unionWith`.
attackSuite(MONGODB, undefined, ['plain', 'subselect', 'shadow', 'name', 'join', 'oracle'])
afterAll(stopMongodbServer)
