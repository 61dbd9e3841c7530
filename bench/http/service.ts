import { type App, createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type DemoAccess, seedDemo } from '../../src/platform/process/demo/seed-demo.ts'
import type { ServedPortal } from '../../src/platform/process/portal.ts'
import { serveApi } from '../../src/platform/process/serve-api.ts'
import { deriveKey } from '../../src/store/sealer.ts'

const SECRET = 'a secret of the benchmark, long enough'

export interface Service extends DemoAccess {
  readonly port: number
  readonly store: App['store']
  close(): Promise<void>
}

/** The API with all of its middleware, for an organization without rate limits. */
export const startService = async (env: Readonly<Record<string, string>>, portal?: ServedPortal): Promise<Service> => {
  const config = readConfig({ ...env, TABLETALK_SECRET: SECRET, LOG_LEVEL: 'silent' })
  const { MONGODB_URI: mongoUri = '' } = env
  const app = await createApp({ config, temporalAddress: '127.0.0.1:9', mongoUri, secret: SECRET, observe: () => {} })
  const access = await seedDemo(app.store, '/nowhere', deriveKey(SECRET, 'api-keys'))
  await app.store.organizations.change(access, { limits: { per_minute: 10_000_000, per_hour: 10_000_000 } })
  const api = await serveApi(app, { host: '127.0.0.1', port: 0, secret: SECRET, portal })
  return {
    ...access,
    port: api.port,
    store: app.store,
    async close() {
      await api.drain(1_000)
      await app.close()
    },
  }
}
