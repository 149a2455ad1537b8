/** A small still map of a few spots, or of where a hidden address may be. No map library: the outlines and a canvas. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { Bounds, MapView } from '#shared/rules/deals/filter.ts'
import { BUILT_IN_CREDITS } from './adapter.ts'
import { onRecolor, readColors } from './map-colors.ts'
import type { MapPoint } from './map-props.ts'
import './mini-map.css'
import { paintStill, readStillBasemap, type StillBasemap } from './mini-paint.ts'
import { metersToPx, type Size, type Transform, toScreen, transformOf, viewOfBounds } from './projection.ts'

export interface MiniMapProps {
  points: readonly MapPoint[]
  /** Instead of a spot: somewhere in here. */
  circle?: { lat: number; lng: number; meters: number }
  /** What to show; around the points and the circle by default. */
  bounds?: Bounds
  /** What it shows, in words; the spots' labels follow. */
  label?: string
  /** What is drawn in place of a dot for each point. */
  marks?: (at: Transform) => ReactNode
}

/** A single spot is looked at from here: the county and the towns around. */
const NEAREST_ZOOM = 11.5
const PADDING_PX = 36

export function MiniMap({ points, circle, bounds, label = 'Map', marks }: MiniMapProps) {
  const element = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useSize(element)
  const around = bounds ?? boundsAround(points, circle)
  const view =
    size && around ? viewOfBounds(around, size, { paddingPx: PADDING_PX, maxZoom: NEAREST_ZOOM }) : null
  useStillBasemap(canvas, size, view)
  const at = size && view ? transformOf(view, size) : null
  const name = [label, ...(marks ? [] : points).map((point) => point.label)].filter(Boolean).join('. ')
  return (
    <div ref={element} className="mini-map" data-mini-map="">
      <canvas ref={canvas} role="img" aria-label={name} />
      {at && circle && view ? (
        <i
          className="mini-map-circle"
          style={circleStyle(toScreen(at, circle), metersToPx(circle.meters, { ...view, lat: circle.lat }))}
        />
      ) : null}
      {at
        ? (marks?.(at) ??
          points.map((point) => (
            <i
              key={`${point.lat},${point.lng},${point.label}`}
              className="mini-map-mark"
              data-kind={point.kind}
              title={point.label}
              style={placeStyle(toScreen(at, point))}
            />
          )))
        : null}
      <span className="mini-map-credits">{BUILT_IN_CREDITS}</span>
    </div>
  )
}

const placeStyle = ({ x, y }: { x: number; y: number }) => ({ left: x, top: y })
const circleStyle = (at: { x: number; y: number }, radiusPx: number) => ({
  ...placeStyle(at),
  width: 2 * radiusPx,
  height: 2 * radiusPx,
})

/** Null when there is nothing to look at. */
export function boundsAround(
  points: readonly { lat: number; lng: number }[],
  circle?: MiniMapProps['circle'],
): Bounds | null {
  const reach = circle ? circle.meters / 111_320 : 0
  const corners = circle
    ? [
        { lat: circle.lat - reach, lng: circle.lng - reach },
        { lat: circle.lat + reach, lng: circle.lng + reach },
      ]
    : []
  const all = [...points, ...corners]
  if (all.length === 0) return null
  const lats = all.map(({ lat }) => lat)
  const lngs = all.map(({ lng }) => lng)
  return {
    south: Math.min(...lats),
    west: Math.min(...lngs),
    north: Math.max(...lats),
    east: Math.max(...lngs),
  }
}

function useSize(element: React.RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    if (!element.current) return
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setSize({ widthPx: entry.contentRect.width, heightPx: entry.contentRect.height })
    })
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element])
  return size
}

/** Without its outlines the spots stand on plain land; what the server's absence kept away comes when it is back. */
function useStillBasemap(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  size: Size | null,
  view: MapView | null,
): void {
  const { connection } = useServices()
  const [basemap, setBasemap] = useState<StillBasemap | null>(null)
  const [colors, setColors] = useState(() => readColors(document.documentElement).basemap)
  const zoom = view === null ? null : Math.floor(view.zoom)
  useEffect(
    () => onRecolor(document.documentElement, () => setColors(readColors(document.documentElement).basemap)),
    [],
  )
  useEffect(() => {
    if (zoom === null) return
    let isOver = false
    connection
      .code(() => readStillBasemap(zoom))
      .then(
        (read) => !isOver && setBasemap(read),
        () => {},
      )
    return () => {
      isOver = true
    }
  }, [zoom, connection])
  useEffect(() => {
    const brush = canvas.current?.getContext('2d')
    if (!canvas.current || !brush || !size || !view || !basemap) return
    const pixelRatio = Math.min(2, devicePixelRatio)
    canvas.current.width = size.widthPx * pixelRatio
    canvas.current.height = size.heightPx * pixelRatio
    paintStill({ brush, size, pixelRatio, view, colors }, basemap)
  })
}
