import { Mendable } from '../../domain/mendable.ts'

/** A server was neither found nor could it be made; the message says what was tried and which setting helps. */
export class MissingServer extends Mendable {
  override readonly name = 'MissingServer'

  constructor(server: string, tried: readonly string[], helps: readonly string[]) {
    const lines = [...tried.map((text) => `  tried: ${text}`), ...helps.map((text) => `  helps: ${text}`)]
    super(`There is no ${server} and none could be made.\n${lines.join('\n')}\nAll that is missing: npm run -s doctor`)
  }
}
