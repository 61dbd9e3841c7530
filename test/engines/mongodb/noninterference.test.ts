import { keepMongodbServer, stopMongodbServer } from '../../support/mongodb-server.ts'
import { noninterference } from '../contract/noninterference/noninterference.ts'
import { MONGODB } from './adapter.ts'
import { MONGODB_TWINS } from './twins.ts'

keepMongodbServer()
noninterference({ ...MONGODB, twins: MONGODB_TWINS })
afterAll(stopMongodbServer)
