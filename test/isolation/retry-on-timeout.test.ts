import { retryOnTimeout } from '../../src/manage/policy-attacks/retry-on-timeout.ts'
import { Problem } from '../../src/platform/problems/problem.ts'

const never = new AbortController().signal

describe('retryOnTimeout', () => {
  it('retries after query_timeout and database_connect_timeout, and returns the first success', async () => {
    const attempts: number[] = []
    const found = await retryOnTimeout(async (attempt) => {
      attempts.push(attempt)
      if (attempt < 3) throw new Problem(attempt === 1 ? 'query_timeout' : 'database_connect_timeout')
      return 'answer'
    }, never)
    expect({ found, attempts }).toEqual({ found: 'answer', attempts: [1, 2, 3] })
  })

  it('rejects with the timeout after four attempts', async () => {
    let attempts = 0
    const work = async () => {
      attempts++
      throw new Problem('query_timeout')
    }
    await expect(retryOnTimeout(work, never)).rejects.toThrow(new Problem('query_timeout'))
    expect(attempts).toBe(4)
  })

  it('does not retry once its signal is aborted', async () => {
    const controller = new AbortController()
    const work = async () => {
      controller.abort(new Error('given up'))
      throw new Problem('query_timeout')
    }
    await expect(retryOnTimeout(work, controller.signal)).rejects.toThrow('given up')
  })

  it('does not retry after a problem other than a timeout', async () => {
    let attempts = 0
    const work = async () => {
      attempts++
      throw new Problem('database_login_failed')
    }
    await expect(retryOnTimeout(work, never)).rejects.toThrow(new Problem('database_login_failed'))
    expect(attempts).toBe(1)
  })
})
