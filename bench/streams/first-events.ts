import { once } from 'node:events'
import http from 'node:http'
import type { DemoData } from '../../src/local/home/demo-file.ts'
import { quantile } from '../measure/quantile.ts'

/** Asks questions sequentially as streams. @returns the time to the first event of each, in ms */
export const firstEvents = async (demo: DemoData, requests: number): Promise<{ p50: number; p99: number }> => {
  const agent = new http.Agent({ keepAlive: true })
  const times: number[] = []
  const question = new URLSearchParams({ message: 'How many orders were placed last month?' })
  for (let index = 0; index < requests; index++) {
    const begun = performance.now()
    const request = http.get(`${demo.base_url}/api/v1/chat/new/stream?${question}`, {
      agent,
      headers: {
        'X-API-Key': demo.org_key,
        'X-Tenant-Id': String(demo.tenants[0]?.id),
        // A repeated question would join the running turn.
        'X-Scope-Id': `first-${begun}`,
      },
    })
    const [response] = await once(request, 'response')
    let text = ''
    let firstMs: number | undefined
    for await (const piece of response.setEncoding('utf8')) {
      text += piece
      if (text.includes('event: start')) firstMs ??= performance.now() - begun
    }
    if (firstMs === undefined || !text.includes('event: done')) throw new Error(`not an answer: ${text}`)
    times.push(firstMs)
  }
  agent.destroy()
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
