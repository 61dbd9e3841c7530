import type { ModuleMocker } from 'jest-mock'

export default class ProcessEnvironment {
  constructor(context: { readonly projectConfig: object })
  readonly moduleMocker: ModuleMocker
  teardown(): Promise<void>
}
