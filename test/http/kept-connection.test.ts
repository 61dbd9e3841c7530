import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterAll(() => platform.close())

it('API keeps idle connections longer than load balancers do, and sends the timeout in Keep-Alive', async () => {
  const response = await platform.open('/api/v1/branding')
  expect(response.status).toBe(200)
  expect(response.headers.get('keep-alive')).toBe('timeout=65')
})
