import { MONGODB } from '../engines/mongodb/adapter.ts'
import { keepMongodbServer, stopMongodbServer } from '../support/mongodb-server.ts'
import { attackSuite } from './attack-suite.ts'

keepMongodbServer()

describe('guard attack on MongoDB', () => attackSuite(MONGODB))

afterAll(stopMongodbServer)
