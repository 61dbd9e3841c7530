import { offeredExploreKinds } from '../../src/ask/rules/explore-command.ts'
import { exploreBudgetAfter } from '../../src/ask/rules/next-step.ts'
import { plannerPrompt } from '../../src/ask/rules/prompts/planner-prompt.ts'
import { schemaText } from '../../src/ask/rules/prompts/schema-text.ts'
import { valuesText } from '../../src/ask/rules/prompts/values-text.ts'
import { estimatedTokens, type QuestionContext } from '../../src/ask/rules/question-context.ts'
import { tableName } from '../../src/guard/schema.ts'
import { retrieve } from '../../src/knowledge/retrieval/retrieve.ts'
import { runToEnd } from '../../src/platform/values/sliced.ts'
import type { AskedDatabase, QuestionWithNeeds } from './asked-database.ts'
import type { GoldNeeds } from './gold-needs.ts'

/** The content of one question's context. */
export interface Recalled {
  readonly id: string
  readonly question: string
  readonly tables: boolean
  readonly columns: boolean
  readonly literals: boolean
  /** Missing needs of the best-matched gold query. */
  readonly missing: readonly string[]
  /** Estimated tokens of tables and values. */
  readonly tokens: number
  /** Estimated tokens of the whole prompt. */
  readonly prompt: string
  readonly ms: number
}

/** Checks whether contexts of questions contain what their gold queries read, within a token limit. */
export const recallOf = ({ knowledge, questions }: AskedDatabase, tokensMax: number): readonly Recalled[] =>
  questions.map((one) => {
    const meant = one.meaning === undefined ? {} : { meaning: one.meaning }
    const known = { ...knowledge, named: one.named }
    const asked = { question: one.question, recentTurns: [], knowledge: known, patterns: [], ...meant }
    const before = performance.now()
    const context = runToEnd(retrieve(asked, tokensMax))
    const ms = performance.now() - before
    const { view } = knowledge
    const offered = offeredExploreKinds(exploreBudgetAfter([], 0), context)
    const prompt = plannerPrompt({ ...asked, askedAt: new Date().toISOString(), view, context, offered })
    const shown = [schemaText(context.tables), valuesText(context.values)]
    const tokens = shown.reduce((sum, text) => sum + estimatedTokens(text), 0)
    return { ...best(one, context), tokens, prompt: `${prompt.system}\n${prompt.user}`, ms }
  })

/** A question with several acceptable readings needs one of them. */
const best = ({ id, question, needs }: QuestionWithNeeds, context: QuestionContext) => {
  const found = needs.map((need) => judged(need, question, context))
  const [first] = found.toSorted((a, b) => a.missing.length - b.missing.length)
  if (first === undefined) throw new RangeError(`${id} has no gold query`)
  return { id, question, ...first }
}

const judged = ({ tables, columns, literals }: GoldNeeds, question: string, context: QuestionContext) => {
  const folded = (names: Iterable<string>) => new Set([...names].map((name) => name.toLowerCase()))
  const shownTables = folded(context.tables.map(tableName))
  const shownColumns = folded(
    context.tables.flatMap((table) => table.columns.map(({ name }) => `${tableName(table)}.${name}`)),
  )
  const shownValues = new Set(context.values.flatMap(({ values }) => values))
  const missing = {
    tables: [...folded(tables)].filter((name) => !shownTables.has(name)),
    columns: [...folded(columns)].filter((name) => !shownColumns.has(name)),
    literals: [...literals].filter((text) => !shownValues.has(text) && !question.includes(text)),
  }
  return {
    tables: missing.tables.length === 0,
    columns: missing.columns.length === 0,
    literals: missing.literals.length === 0,
    missing: Object.values(missing).flat(),
  }
}
