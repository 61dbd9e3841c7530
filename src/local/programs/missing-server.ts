import { Mendable } from '../../platform/problems/mendable.ts'

/** A server was neither found nor could it be made; the message says what was tried and which setting helps. */
export class MissingServer extends Mendable {
  override readonly name = 'MissingServer'

  constructor(server: string, tried: readonly string[], helps: readonly string[]) {
    const lines = [...tried.map((text) => `  tried: ${text}`), ...helps.map((text) => `  fix: ${text}`)]
    super(
      `No ${server} was found, and none could be installed.\n${lines.join('\n')}\nTo list everything that is missing: npm run -s doctor`,
    )
  }
}
