import { styleText } from 'node:util'

/**
 * Whether a stream goes to a terminal on which a line may be written again and again. Not where `NO_COLOR` asks for text without
 * escape sequences, as `styleText` reads it, and not on a terminal without a size, as some containers give one.
 */
export const canAnimate = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY && stream.columns > 0 && styleText('dim', '.', { stream }) !== '.'
