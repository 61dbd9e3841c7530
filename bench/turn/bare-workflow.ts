import { condition, defineUpdate, proxyActivities, proxyLocalActivities, setHandler } from '@temporalio/workflow'

const { regular } = proxyActivities<{ regular(): Promise<void> }>({ startToCloseTimeout: '45s' })
const { local } = proxyLocalActivities<{ local(): Promise<void> }>({ startToCloseTimeout: '20s' })

const answer = defineUpdate<string>('answer')

/** The steps of a turn without content, and an update that waits for their end. */
const bareTurn = async (query: () => Promise<void>): Promise<string> => {
  let result: string | undefined
  setHandler(answer, async () => {
    await condition(() => result !== undefined)
    return result ?? ''
  })
  await local()
  await local()
  await query()
  await local()
  await local()
  result = 'answered'
  return result
}

/** One regular activity between four local ones. */
export const oneRegularStep = (): Promise<string> => bareTurn(regular)

/** Five local activities. */
export const fiveLocalSteps = (): Promise<string> => bareTurn(local)
