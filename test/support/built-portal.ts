import { currentPortal, type ServedPortal } from '../../src/platform/process/portal.ts'

/** The portal, built of its sources as they are: by `global-setup.ts`, unless they have changed since. */
export const builtPortal = async (): Promise<ServedPortal> => ({ folder: await currentPortal() })
