import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { getCurrentDetails, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow'
import type { Draft } from '../src/domain/ask/draft.ts'
import type { Outcome } from '../src/domain/ask/outcome.ts'
import type { TurnInput, TurnResult } from '../src/domain/ask/turn.ts'

const QUERY_TYPE = defineSearchAttributeKey('QueryType', SearchAttributeType.KEYWORD)
const PROBLEM = defineSearchAttributeKey('Problem', SearchAttributeType.KEYWORD)

/** Adds a line to the trace that operators read in the Temporal UI: what happened, and never a row. */
export const showStep = (input: TurnInput, step: Draft | Outcome): void =>
  addLine(`- ${'kind' in step ? ranLine(step) : draftLine(input, step)}`)

/** Labels the run, so that operators can list turns by kind of answer or by problem. */
export const showEnding = (result: TurnResult): void => {
  if (result.kind === 'answered') {
    upsertSearchAttributes([{ key: QUERY_TYPE, value: result.answer.queryType }])
    addLine(`- answered in ${result.answer.executionTimeMs} ms`)
  } else {
    const problem = result.kind === 'failed' ? result.failure.problem : result.problem
    upsertSearchAttributes([{ key: PROBLEM, value: problem }])
    addLine(`- ended with **${problem}**`)
  }
}

const addLine = (line: string): void => setCurrentDetails(`${getCurrentDetails()}${line}\n`)

const draftLine = (input: TurnInput, draft: Draft): string => {
  const by = `${draft.mode === 'query' ? 'drafted a query' : `replied (${draft.mode})`} by \`${draft.planner}\``
  return draft.mode === 'query' && !input.redact ? `${by}: ${draft.explanation}` : by
}

const ranLine = (outcome: Outcome): string =>
  outcome.kind === 'rows'
    ? `ran it: ${outcome.rowCount} rows${outcome.truncated ? ', cut' : ''}`
    : `refused by the ${outcome.by}: ${outcome.refusal.reason}`
