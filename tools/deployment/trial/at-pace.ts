import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Asks at an even pace until it is aborted, however long answers take.
 * @param ask is told how many were asked before
 * @returns every answer, once the last has come. @throws what the first of those that fail is rejected with
 */
export const atPace = async <Answer>(
  perSecond: number,
  until: AbortSignal,
  ask: (number: number) => Promise<Answer>,
): Promise<readonly Answer[]> => {
  const began = performance.now()
  const answers: Promise<Answer>[] = []
  for (let number = 0; !until.aborted; number++) {
    const answer = ask(number)
    // One that fails meanwhile is told of at the end.
    answer.catch(() => undefined)
    answers.push(answer)
    const due = began + ((number + 1) * 1000) / perSecond
    await sleep(Math.max(0, due - performance.now()), undefined, { signal: until }).catch(() => undefined)
  }
  return await Promise.all(answers)
}
