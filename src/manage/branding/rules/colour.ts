/** Three channels of a colour; the colour space is named by the function that returns them. */
export type Channels = readonly [number, number, number]

type Matrix = readonly [Channels, Channels, Channels]

/** The product of a 3 × 3 matrix and a colour. */
export const multiplyMatrix = (matrix: Matrix, [a, b, c]: Channels): Channels => {
  const row = ([x, y, z]: Channels) => x * a + y * b + z * c
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}

const mapped = ([a, b, c]: Channels, change: (channel: number) => number): Channels => [change(a), change(b), change(c)]

/** `#rgb` or `#rrggbb` as linear-light sRGB, each channel from 0 to 1 (IEC 61966-2-1). */
export const linearOf = (hex: string): Channels => {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16) / 255
  return mapped([channel(1), channel(3), channel(5)], (one) =>
    one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
  )
}

/** Linear-light sRGB as `#rrggbb`; channels outside of 0 to 1 are clipped. */
export const hexOf = (linear: Channels): string => {
  const channels = mapped(linear, (one) => {
    const bounded = Math.min(1, Math.max(0, one))
    return Math.round(255 * (bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055))
  })
  return `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`
}

const LMS_OF_RGB: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const LAB_OF_LMS: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const LMS_OF_LAB: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const RGB_OF_LMS: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

/** Linear-light sRGB as OKLab: lightness, a, b (Ottosson 2020, https://bottosson.github.io/posts/oklab). */
export const oklabOf = (linear: Channels): Channels =>
  multiplyMatrix(LAB_OF_LMS, mapped(multiplyMatrix(LMS_OF_RGB, linear), Math.cbrt))

/** The inverse of `oklabOf`; colours outside of sRGB have channels outside of 0 to 1. */
export const linearOfOklab = (lab: Channels): Channels =>
  multiplyMatrix(
    RGB_OF_LMS,
    mapped(multiplyMatrix(LMS_OF_LAB, lab), (one) => one ** 3),
  )

const luminance = (hex: string): number => {
  const [r, g, b] = linearOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export const contrast = (first: string, second: string): number => {
  const [a, b] = [luminance(first), luminance(second)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
