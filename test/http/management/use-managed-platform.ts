import { type Platform, startPlatform } from '../../support/platform.ts'
import { type Manager, managerOf } from './manager.ts'

/** Management requests have neither tenant nor scope. */
const MANAGEMENT_HEADERS = { 'X-Tenant-Id': null, 'X-Scope-Id': null }

/** Starts a platform for the tests of a file, with the manager of another organization. */
export const useManagedPlatform = () => {
  let started: { readonly platform: Platform; readonly other: Manager } | undefined
  beforeAll(async () => {
    const platform = await startPlatform()
    started = { platform, other: await managerOf(platform) }
  })
  afterAll(() => started?.platform.close())
  const running = () => {
    if (started === undefined) throw new Error('the platform starts before the first test')
    return started
  }
  return {
    get platform() {
      return running().platform
    },
    get other() {
      return running().other
    },
    send: (method: string, path: string, json?: object) =>
      running().platform.request(`/api/v1${path}`, {
        method,
        headers: MANAGEMENT_HEADERS,
        ...(json === undefined ? {} : { json }),
      }),
    ask: async (message: string, more: object = {}, headers = {}) =>
      (await running().platform.request('/api/v1/chat/message', { json: { message, ...more }, headers })).body.data,
  }
}
