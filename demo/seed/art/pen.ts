/** Strokes the drawings share: numbers are kept short, because every drawing goes over the wire. */

export const WIDTH = 640
export const HEIGHT = 430
/** Where the house stands on the lawn. */
export const GROUND = 318

/** One decimal, and none that is zero. */
export const short = (value: number): string => String(Math.round(value * 10) / 10)

export interface Ink {
  fill?: string
  stroke?: string
  /** Of the stroke. */
  width?: number
  opacity?: number
  /** Rounded corners. */
  radius?: number
}

export const rect = (x: number, y: number, width: number, height: number, ink: Ink): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${
    ink.radius ? ` rx="${short(ink.radius)}"` : ''
  }${attributes(ink)}/>`

export const path = (d: string, ink: Ink): string => `<path d="${d}"${attributes(ink)}/>`

export const ellipse = (x: number, y: number, rx: number, ry: number, ink: Ink): string =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}"${attributes(ink)}/>`

/** Straight lines from point to point, closed. */
export const shape = (points: readonly (readonly [number, number])[], ink: Ink): string =>
  path(`M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}z`, ink)

/** From the first color to the last, downwards or to the right. */
export function gradient(id: string, colors: readonly string[], isAcross = false): string {
  const stops = colors
    .map(
      (color, index) =>
        `<stop offset="${short(index / Math.max(1, colors.length - 1))}" stop-color="${color}"/>`,
    )
    .join('')
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${isAcross ? 1 : 0}" y2="${isAcross ? 0 : 1}">${stops}</linearGradient>`
}

export const svg = (definitions: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice"><defs>${definitions}</defs>${content}</svg>`

function attributes({ fill, stroke, width, opacity }: Ink): string {
  const list = [
    fill ? ` fill="${fill}"` : stroke ? ' fill="none"' : '',
    stroke ? ` stroke="${stroke}"` : '',
    width ? ` stroke-width="${short(width)}"` : '',
    opacity === undefined ? '' : ` opacity="${Math.round(opacity * 100) / 100}"`,
  ]
  return list.join('')
}
