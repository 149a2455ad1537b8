/** Lines of points as short text, in the way map services write them: differences of 1e-5 degrees in 5-bit pieces. */
import type { Point } from './filter.ts'

const SCALE = 1e5

export function encodeLine(points: readonly Point[]): string {
  let lat = 0
  let lng = 0
  return points
    .map((point) => {
      const [nextLat, nextLng] = [Math.round(point.lat * SCALE), Math.round(point.lng * SCALE)]
      const text = encodeNumber(nextLat - lat) + encodeNumber(nextLng - lng)
      lat = nextLat
      lng = nextLng
      return text
    })
    .join('')
}

function encodeNumber(value: number): string {
  let text = ''
  let rest = (value < 0 ? ~(value << 1) : value << 1) >>> 0
  for (; rest >= 32; rest >>>= 5) text += String.fromCharCode((32 | (rest & 31)) + 63)
  return text + String.fromCharCode(rest + 63)
}

/** Null when the text is no line on this earth. */
export function decodeLine(text: string): Point[] | null {
  const points: Point[] = []
  let at = 0
  let lat = 0
  let lng = 0
  const next = (): number => {
    let value = 0
    for (let shift = 0; shift < 32; shift += 5) {
      const piece = text.charCodeAt(at++) - 63
      if (!(piece >= 0 && piece < 64)) return Number.NaN
      value |= (piece & 31) << shift
      if (piece < 32) return value & 1 ? ~(value >>> 1) : value >>> 1
    }
    return Number.NaN
  }
  while (at < text.length) {
    lat += next()
    lng += next()
    if (!(Math.abs(lat) <= 90 * SCALE && Math.abs(lng) <= 180 * SCALE)) return null
    points.push({ lat: lat / SCALE, lng: lng / SCALE })
  }
  return points
}
