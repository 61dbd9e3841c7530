import type { App } from '../src/app.ts'
import { closeTurn } from './close-turn.ts'
import { composeAnswer } from './compose-answer.ts'
import { draftQuery } from './draft-query.ts'
import { openTurn } from './open-turn.ts'
import { endJob, readDatabase } from './read-database.ts'
import { runQuery } from './run-query.ts'

/** The steps of turns and jobs, bound to the app that runs them. */
export const createActivities = (app: App) => ({
  openTurn: openTurn(app),
  draftQuery: draftQuery(app),
  runQuery: runQuery(app),
  composeAnswer: composeAnswer(app),
  closeTurn: closeTurn(app),
  readDatabase: readDatabase(app),
  endJob: endJob(app),
})

export type Activities = ReturnType<typeof createActivities>
