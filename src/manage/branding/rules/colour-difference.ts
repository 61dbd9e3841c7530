import { type Channels, linearOf, multiplyMatrix } from './colour.ts'

type Matrix = Parameters<typeof multiplyMatrix>[0]

/** Simulation of linear-light sRGB without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1.0). */
const SIMULATIONS: readonly Matrix[] = [
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
]

/** Normal vision, protanopia, deuteranopia and tritanopia. */
const VISION_TYPES: readonly ((linear: Channels) => Channels)[] = [
  (linear) => linear,
  ...SIMULATIONS.map((matrix) => (linear: Channels) => multiplyMatrix(matrix, linear)),
]

/** CIEDE2000 differences of two colours for normal vision, protanopia, deuteranopia and tritanopia, in this order. */
export const colourDifferences = (first: string, second: string): readonly number[] =>
  VISION_TYPES.map((simulate) => ciede2000(labOf(simulate(linearOf(first))), labOf(simulate(linearOf(second)))))

/** The smallest of `colourDifferences`. */
export const minColourDifference = (first: string, second: string): number =>
  Math.min(...colourDifferences(first, second))

const XYZ_OF_RGB: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
]
/** The white of sRGB, D65. */
const WHITE: Channels = [0.95047, 1, 1.08883]

/** Linear-light sRGB as CIELAB; channels outside of 0 to 1 are clipped, as a screen would. */
const labOf = ([r, g, b]: Channels): Channels => {
  const clipped = (channel: number) => Math.min(1, Math.max(0, channel))
  const [x, y, z] = multiplyMatrix(XYZ_OF_RGB, [clipped(r), clipped(g), clipped(b)])
  const companded = (part: number) => (part > 216 / 24_389 ? Math.cbrt(part) : ((24_389 / 27) * part + 16) / 116)
  const [fx, fy, fz] = [companded(x / WHITE[0]), companded(y / WHITE[1]), companded(z / WHITE[2])]
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const cosine = (degrees: number): number => Math.cos(radians(degrees))
const seventh = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7))

/** The difference of two colours in CIELAB (CIE 142-2001; written after Sharma, Wu and Dalal 2005, all weights 1). */
export const ciede2000 = ([l1, a1, b1]: Channels, [l2, a2, b2]: Channels): number => {
  const stretch = 1 + 0.5 * (1 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2))
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)]
  const [h1, h2] = [hueOf(a1 * stretch, b1), hueOf(a2 * stretch, b2)]
  const isGrey = c1 * c2 === 0
  const turn = isGrey ? 0 : h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1
  const hue =
    isGrey || Math.abs(h1 - h2) <= 180 ? (h1 + h2) / (isGrey ? 1 : 2) : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const t =
    1 - 0.17 * cosine(hue - 30) + 0.24 * cosine(2 * hue) + 0.32 * cosine(3 * hue + 6) - 0.2 * cosine(4 * hue - 63)
  const lightness = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2))
  const chroma = (c2 - c1) / (1 + 0.045 * c)
  const hues = (2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2))) / (1 + 0.015 * c * t)
  const rotation = -2 * seventh(c) * Math.sin(radians(60 * Math.exp(-(((hue - 275) / 25) ** 2))))
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hues ** 2 + rotation * chroma * hues)
}

const hueOf = (a: number, b: number): number => {
  const degrees = a === 0 && b === 0 ? 0 : (Math.atan2(b, a) * 180) / Math.PI
  return degrees < 0 ? degrees + 360 : degrees
}
