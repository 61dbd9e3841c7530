import { type Platform, startPlatform } from '../../support/platform.ts'
import { type Manager, managerOf } from './manager.ts'

/** Managing knows neither tenant nor scope. */
const MANAGING = { 'X-Tenant-Id': null, 'X-Scope-Id': null }

/** A platform for the tests of a file, with the manager of another organization. */
export const useManagedPlatform = () => {
  let started: { readonly platform: Platform; readonly other: Manager } | undefined
  beforeAll(async () => {
    const platform = await startPlatform()
    started = { platform, other: await managerOf(platform) }
  })
  afterAll(() => started?.platform.close())
  const both = () => {
    if (started === undefined) throw new Error('the platform starts before the first test')
    return started
  }
  return {
    get platform() {
      return both().platform
    },
    get other() {
      return both().other
    },
    send: (method: string, path: string, json?: object) =>
      both().platform.request(`/api/v1${path}`, { method, headers: MANAGING, ...(json === undefined ? {} : { json }) }),
    ask: async (message: string, more: object = {}, headers = {}) =>
      (await both().platform.request('/api/v1/chat/message', { json: { message, ...more }, headers })).body.data,
  }
}
