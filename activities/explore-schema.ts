import type { ExploreCommand, ExploreResult, OnExplore } from '../src/ask/rules/explore-command.ts'
import { readQuestion } from '../src/ask/rules/read-question.ts'
import type { StepInput } from '../src/ask/rules/steps.ts'
import { step } from './step.ts'
import type { StepParts } from './step-parts.ts'

interface ExploreSchemaInput extends StepInput {
  readonly looks: readonly ExploreCommand[]
}

/** Answers what a planner looks for before it writes: only with what this caller may see, and of rows only its own. */
export const exploreSchema = (app: StepParts) =>
  step<ExploreSchemaInput, ExploreResult>(app, 'exploreSchema', async ({ question, looks }, { signal, tell }) => {
    const { caller, databaseId, text, epoch: revision } = question
    const onLooking: OnExplore = (looked) =>
      tell({ type: 'status', status: 'exploring_schema', ...(looked === undefined ? {} : { looked }) })
    return await app.databases.explore(
      caller,
      databaseId,
      looks,
      { question: readQuestion(text), onLooking },
      signal,
      revision,
    )
  })
