import { replicaSetSuite } from '../../http/replica-set-suite.ts'

replicaSetSuite(true)
