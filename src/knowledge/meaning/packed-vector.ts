/** Range of a signed byte. */
const BYTE = 127

/**
 * The direction of a vector with one byte per number, as Base64: the loss is smaller than the differences between
 * tables.
 *
 * @returns undefined for a zero vector
 */
export const packedVector = (vector: readonly number[]): string | undefined => {
  const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0)
  if (!(largest > 0 && Number.isFinite(largest))) return undefined
  return Buffer.from(Int8Array.from(vector, (number) => Math.round((number / largest) * BYTE)).buffer).toString(
    'base64',
  )
}

/** Cosine similarity of a vector and a packed one of equal length, not divided by the length of the first. */
export const cosineSimilarity = (vector: Float32Array, packed: string): number => {
  const bytes = Buffer.from(packed, 'base64')
  let [product, square] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = ((bytes[at] ?? 0) << 24) >> 24
    product += (vector[at] ?? 0) * byte
    square += byte * byte
  }
  return square === 0 ? 0 : product / Math.sqrt(square)
}
