import { condition, defineUpdate, proxyActivities, proxyLocalActivities, setHandler } from '@temporalio/workflow'

const { empty } = proxyActivities<{ empty(): Promise<void> }>({ startToCloseTimeout: '45s' })
const { local } = proxyLocalActivities<{ local(): Promise<void> }>({ startToCloseTimeout: '20s' })

const answer = defineUpdate<string>('answer')

/** The steps of a turn without content: one regular activity between four local ones, and an update. */
export async function bareTurn(): Promise<string> {
  let result: string | undefined
  setHandler(answer, async () => {
    await condition(() => result !== undefined)
    return result ?? ''
  })
  await local()
  await local()
  await empty()
  await local()
  await local()
  result = 'answered'
  return result
}
