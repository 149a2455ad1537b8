/** Points in squares of half a degree, to find the nearest one without walking through all. */

export interface Grid<T> {
  /** Null when there is none within about 50 km. */
  nearest(lat: number, lng: number): T | null
}

const PER_DEGREE = 2
const COLUMNS = 1000
const KM_PER_DEGREE = 111.2

export function createGrid<T extends { lat: number; lng: number }>(points: readonly T[]): Grid<T> {
  const cells = new Map<number, T[]>()
  const keyOf = (row: number, column: number) => row * COLUMNS + column
  for (const point of points) {
    const key = keyOf(Math.floor(point.lat * PER_DEGREE), Math.floor(point.lng * PER_DEGREE))
    const cell = cells.get(key)
    if (cell) cell.push(point)
    else cells.set(key, [point])
  }
  return {
    nearest(lat, lng) {
      const [row, column] = [Math.floor(lat * PER_DEGREE), Math.floor(lng * PER_DEGREE)]
      let best: { point: T; km: number } | null = null
      for (let r = row - 1; r <= row + 1; r++)
        for (let c = column - 1; c <= column + 1; c++)
          for (const point of cells.get(keyOf(r, c)) ?? []) {
            const km = kmBetween({ lat, lng }, point)
            if (km <= FARTHEST_KM && (!best || km < best.km)) best = { point, km }
          }
      return best?.point ?? null
    },
  }
}

const FARTHEST_KM = 50

/** On a plane, which is exact enough over such distances. */
export function kmBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const north = (a.lat - b.lat) * KM_PER_DEGREE
  const east = (a.lng - b.lng) * KM_PER_DEGREE * Math.cos((a.lat * Math.PI) / 180)
  return Math.hypot(north, east)
}
