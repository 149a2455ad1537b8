/** The still ground of a small map: land, borders and the names of cities on a canvas, without the map library. */
import type { Position } from 'geojson'
import type { MapView } from '#shared/rules/deals/filter.ts'
import { NEIGHBORS } from './basemap/neighbors.ts'
import { type PlaceName, readCounties, readPlaces, readStates } from './basemap/read-basemap.ts'
import type { InkColors } from './map-colors.ts'
import { boundsOfView, type Size, type Transform, toScreen, transformOf } from './projection.ts'

export interface StillBasemap {
  readonly land: readonly (readonly Position[])[]
  readonly borders: readonly (readonly Position[])[]
  readonly names: readonly PlaceName[]
}

/** Names of towns would be three times all the rest: their map is the big one. */
const COUNTY_ZOOM = 6

/** Rejects when the land cannot be fetched; without names or counties it is still a map. */
export async function readStillBasemap(zoom: number): Promise<StillBasemap> {
  const [states, counties, names] = await Promise.all([
    readStates(),
    zoom < COUNTY_ZOOM ? null : readCounties().catch(() => null),
    readPlaces('cities').catch(() => []),
  ])
  return {
    land: states.land.geometry.coordinates.flat(),
    borders: [...states.borders.geometry.coordinates, ...(counties?.geometry.coordinates ?? [])],
    names,
  }
}

export interface Paper {
  brush: CanvasRenderingContext2D
  size: Size
  pixelRatio: number
  view: MapView
  colors: InkColors['basemap']
}

export function paintStill({ brush, size, pixelRatio, view, colors }: Paper, basemap: StillBasemap): void {
  const at = transformOf(view, size)
  brush.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  brush.fillStyle = colors.water
  brush.fillRect(0, 0, size.widthPx, size.heightPx)
  brush.fillStyle = colors.land
  brush.globalAlpha = 0.5
  fill(brush, at, NEIGHBORS.geometry.coordinates.flat())
  brush.globalAlpha = 1
  fill(brush, at, basemap.land)
  brush.strokeStyle = colors.border
  brush.lineWidth = view.zoom < COUNTY_ZOOM ? 0.75 : 1
  brush.beginPath()
  for (const line of basemap.borders) trace(brush, at, line)
  brush.stroke()
  paintNames({ brush, size, pixelRatio, view, colors }, basemap.names)
}

function fill(brush: CanvasRenderingContext2D, at: Transform, rings: readonly (readonly Position[])[]): void {
  brush.beginPath()
  for (const ring of rings) trace(brush, at, ring)
  brush.fill('evenodd')
}

function trace(brush: CanvasRenderingContext2D, at: Transform, line: readonly Position[]): void {
  line.forEach(([lng = 0, lat = 0], index) => {
    const { x, y } = toScreen(at, { lat, lng })
    if (index === 0) brush.moveTo(x, y)
    else brush.lineTo(x, y)
  })
}

const NAMES_AT_MOST = 12
const NAME_HEIGHT_PX = 18

/** The biggest first; a name that would touch one that stands is left out. */
function paintNames({ brush, size, view, colors }: Paper, names: readonly PlaceName[]): void {
  const { south, west, north, east } = boundsOfView(view, size)
  const at = transformOf(view, size)
  const taken: { x: number; y: number; width: number }[] = []
  brush.font = `500 12px ${getComputedStyle(brush.canvas).fontFamily}`
  brush.textAlign = 'center'
  brush.lineJoin = 'round'
  brush.lineWidth = 3
  brush.strokeStyle = colors.halo
  brush.fillStyle = colors.label
  for (const { name, lat, lng } of names) {
    if (taken.length === NAMES_AT_MOST) return
    if (lat < south || lat > north || lng < west || lng > east) continue
    const { x, y } = toScreen(at, { lat, lng })
    const width = brush.measureText(name).width + 12
    const isTouching = taken.some(
      (other) => Math.abs(other.x - x) < (other.width + width) / 2 && Math.abs(other.y - y) < NAME_HEIGHT_PX,
    )
    if (isTouching || x < width / 2 || x > size.widthPx - width / 2) continue
    taken.push({ x, y, width })
    brush.strokeText(name, x, y)
    brush.fillText(name, x, y)
  }
}
