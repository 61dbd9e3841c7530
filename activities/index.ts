import { closeOrganization } from './close-organization.ts'
import { closeTurn } from './close-turn.ts'
import { composeAnswer } from './compose-answer.ts'
import { draftQuery } from './draft-query.ts'
import { eraseBelongings } from './erase-belongings.ts'
import { eraseEvents } from './erase-events.ts'
import { eraseHistories } from './erase-histories.ts'
import { evaluateQuestion, failTrial } from './evaluate-question.ts'
import { exploreSchema } from './explore-schema.ts'
import { forgetOrganization } from './forget-organization.ts'
import { nextDueDatabase } from './next-due-database.ts'
import { openTurn } from './open-turn.ts'
import { endJob, readDatabase } from './read-database.ts'
import { reviewResult } from './review-result.ts'
import { removeCopies, runAttacks } from './run-attacks.ts'
import { runQuery } from './run-query.ts'
import { RunningQueries } from './running-queries.ts'
import { sendAccountMail } from './send-account-mail.ts'
import { sendWebhook } from './send-webhook.ts'
import type { StepParts } from './step-parts.ts'
import { stopTurns } from './stop-turns.ts'
import { tellEvent } from './tell-event.ts'
import { endExport, writeExport } from './write-export.ts'

/** The steps of turns and jobs, bound to the app that runs them. @param queries those that steps of this process share */
export const createActivities = (app: StepParts, queries = new RunningQueries()) => ({
  openTurn: openTurn(app),
  draftQuery: draftQuery(app),
  exploreSchema: exploreSchema(app),
  runQuery: runQuery(app, queries),
  reviewResult: reviewResult(app),
  composeAnswer: composeAnswer(app),
  closeTurn: closeTurn(app),
  readDatabase: readDatabase(app),
  endJob: endJob(app),
  writeExport: writeExport(app),
  endExport: endExport(app),
  runAttacks: runAttacks(app),
  removeCopies: removeCopies(app),
  nextDueDatabase: nextDueDatabase(app),
  evaluateQuestion: evaluateQuestion(app),
  failTrial: failTrial(app),
  closeOrganization: closeOrganization(app),
  stopTurns: stopTurns(app),
  eraseEvents: eraseEvents(app),
  eraseBelongings: eraseBelongings(app),
  eraseHistories: eraseHistories(app),
  forgetOrganization: forgetOrganization(app),
  sendAccountMail: sendAccountMail(app),
  sendWebhook: sendWebhook(app),
  tellEvent: tellEvent(app),
})

export type Activities = ReturnType<typeof createActivities>
