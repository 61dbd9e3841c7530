import type { Route } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { attackPolicy, listAttacks } from './attacks.ts'
import { patchDatabase, removeDatabase } from './change-database.ts'
import { connectDatabase } from './connect-database.ts'
import { draftGlossary, getGlossary, putGlossary } from './glossary.ts'
import { getIdentity, putIdentity } from './identity.ts'
import { indexDatabase } from './index-database.ts'
import { getDatabase, listDatabases } from './list-databases.ts'
import { listQuestions } from './list-questions.ts'
import { getPolicy, patchPolicy, putPolicy, reviewPolicy } from './policy.ts'
import { previewPolicy } from './preview-policy.ts'
import { getSchema, testAddress, testDatabase } from './test-database.ts'

/** The endpoints under `/databases`. */
export const databaseRoutes = (app: RouteParts): Route[] => [
  listDatabases(app),
  connectDatabase(app),
  testAddress(app),
  getDatabase(app),
  patchDatabase(app),
  removeDatabase(app),
  testDatabase(app),
  indexDatabase(app),
  getSchema(app),
  listQuestions(app),
  getPolicy(app),
  putPolicy(app),
  patchPolicy(app),
  reviewPolicy(app),
  previewPolicy(app),
  attackPolicy(app),
  listAttacks(app),
  getGlossary(app),
  putGlossary(app),
  draftGlossary(app),
  getIdentity(app),
  putIdentity(app),
]
