import { retryOnTimeout } from '../../src/manage/policy-attacks/retry-on-timeout.ts'
import { Problem } from '../../src/platform/problems/problem.ts'

const never = new AbortController().signal

describe('a database that did not answer in time', () => {
  it('is asked again, and what it answers then counts', async () => {
    const attempts: number[] = []
    const found = await retryOnTimeout(async (attempt) => {
      attempts.push(attempt)
      if (attempt < 3) throw new Problem(attempt === 1 ? 'query_timeout' : 'database_connect_timeout')
      return 'answer'
    }, never)
    expect({ found, attempts }).toEqual({ found: 'answer', attempts: [1, 2, 3] })
  })

  it('is given up after some tries', async () => {
    let attempts = 0
    const work = async () => {
      attempts++
      throw new Problem('query_timeout')
    }
    await expect(retryOnTimeout(work, never)).rejects.toThrow(new Problem('query_timeout'))
    expect(attempts).toBe(4)
  })

  it('is not asked again by whoever gave up', async () => {
    const giving = new AbortController()
    const work = async () => {
      giving.abort(new Error('given up'))
      throw new Problem('query_timeout')
    }
    await expect(retryOnTimeout(work, giving.signal)).rejects.toThrow('given up')
  })
})

it('what is wrong in another way is not tried again', async () => {
  let attempts = 0
  const work = async () => {
    attempts++
    throw new Problem('database_login_failed')
  }
  await expect(retryOnTimeout(work, never)).rejects.toThrow(new Problem('database_login_failed'))
  expect(attempts).toBe(1)
})
