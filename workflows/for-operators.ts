import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { getCurrentDetails, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow'
import type { PlannerOutput } from '../src/ask/rules/draft.ts'
import type { ExploreResult } from '../src/ask/rules/explore-command.ts'
import type { Outcome } from '../src/ask/rules/outcome.ts'
import { EXPECTED_QUERY_TYPE, type TurnInput, type TurnResult } from '../src/ask/rules/turn.ts'

const QUERY_TYPE = defineSearchAttributeKey('QueryType', SearchAttributeType.KEYWORD)
const PROBLEM = defineSearchAttributeKey('Problem', SearchAttributeType.KEYWORD)

/** Adds a line to the trace that operators read in the Temporal UI: what happened, and never a row or a value. */
export const showStep = (input: TurnInput, step: PlannerOutput | ExploreResult | Outcome): void =>
  addLine(`- ${lineOf(input, step)}`)

const lineOf = (input: TurnInput, step: PlannerOutput | ExploreResult | Outcome): string => {
  if (!('kind' in step)) return draftLine(input, step)
  return step.kind === 'found' ? `found ${step.tables} tables and ${step.values} values` : ranLine(step)
}

/**
 * Labels the run, so that operators can list turns by kind of answer or by problem. Each change of a label is a write of
 * Temporal, so that usual endings need none.
 */
export const showEnding = (input: TurnInput, result: TurnResult): void => {
  if (result.kind === 'answered') {
    const { queryType } = result.answer
    if (input.isLabelled !== true || queryType !== EXPECTED_QUERY_TYPE)
      upsertSearchAttributes([{ key: QUERY_TYPE, value: queryType }])
    addLine(`- answered in ${result.answer.executionTimeMs} ms`)
  } else {
    const problem = result.kind === 'failed' ? result.failure.problem : result.problem
    upsertSearchAttributes([{ key: PROBLEM, value: problem }])
    addLine(`- ended with **${problem}**`)
  }
}

const addLine = (line: string): void => setCurrentDetails(`${getCurrentDetails()}${line}\n`)

const draftLine = (input: TurnInput, draft: PlannerOutput): string => {
  const by = `by \`${draft.planner}\``
  switch (draft.mode) {
    case 'query':
      return `drafted a query ${by}${input.redact ? '' : `: ${draft.explanation}`}`
    case 'look':
      return `looks first (${draft.looks.map(({ kind }) => kind).join(', ')}) ${by}`
    case 'accept':
      return `accepts what the query gave, ${by}`
    default:
      return `replied (${draft.mode}) ${by}`
  }
}

const ranLine = (outcome: Outcome): string => {
  switch (outcome.kind) {
    case 'rows':
      return `ran it: ${outcome.rowCount} rows${outcome.truncated ? ', cut' : ''}${outcome.doubt === undefined ? '' : ` (${outcome.doubt})`}`
    case 'kept':
      return 'ran it: nothing that would answer, so that the rows before it stay'
    case 'asks':
      return `ran ${outcome.choices.length} readings, which gave different rows`
    case 'refused':
      return `refused by the ${outcome.by}: ${outcome.refusal.reason}`
  }
}
