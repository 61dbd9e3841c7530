import type { Evidence, Violation } from '../audit/evidence.ts'
import type { ExactCase } from './exact-cases.ts'

/** What is wrong with the turn of one case: broken promises, and an ending that is not the one it should have. */
export const faultsOf = (evidence: Evidence, violations: readonly Violation[], one: ExactCase): readonly string[] => {
  const broken = violations.filter(({ scope }) => scope === one.asked.scope)
  const ending = endingOf(evidence, one)
  const isRight = ending === 'answer' || (ending === 'problem' && one.expects === 'ending')
  return [
    ...broken.map(({ invariant, what }) => `${invariant}: ${what}`),
    ...(isRight ? [] : [`its client got ${ending === 'nothing' ? 'no end' : 'a problem in place of its answer'}`]),
  ]
}

/** What the client of a case had at last. */
const endingOf = ({ journal }: Evidence, { asked, how }: ExactCase): 'answer' | 'problem' | 'nothing' => {
  const own = journal.filter((entry) => 'scope' in entry && entry.scope === asked.scope)
  const left = own.findLast((entry) => entry.kind === 'left')
  if (left?.kind !== 'left' || !left.done) return 'nothing'
  if (how === 'json') {
    const last = own.findLast((entry) => entry.kind === 'received')
    return last?.kind === 'received' && last.status === 200 ? 'answer' : 'problem'
  }
  const last = own.findLast((entry) => entry.kind === 'event')
  return last?.kind === 'event' && last.event === 'done' ? 'answer' : 'problem'
}
