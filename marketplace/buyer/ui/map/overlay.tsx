/** Everything over a ground that stands: canvas, marks, card, controls, and the drawing of areas. */
import { useSignalEffect } from '@preact/signals-react/runtime'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatMoney } from '#shared/format/money.ts'
import type { Point } from '#shared/rules/deals/filter.ts'
import { MovePad } from '../move-pad.tsx'
import type { MapAdapter } from './adapter.ts'
import { Areas } from './areas.tsx'
import { Controls, type Panel } from './controls.tsx'
import { createSprites } from './dot-sprites.ts'
import { FIRST_LAYERS, type Layers, LayersMenu } from './layers-menu.tsx'
import { type Cluster, layoutOf, worldPointsOf } from './layout.ts'
import { Legend } from './legend.tsx'
import type { InkColors } from './map-colors.ts'
import { STEP_PX } from './map-keys.ts'
import type { DealMapProps } from './map-props.ts'
import { paint, type Scene } from './paint.ts'
import type { PinContext } from './pin-state.ts'
import { Pins } from './pins.tsx'
import { Popup } from './popup.tsx'
import { transformOf } from './projection.ts'
import { type Frames, useCamera } from './use-camera.ts'
import { useDots } from './use-dots.ts'
import { useScene } from './use-scene.ts'

export interface OverlayProps extends DealMapProps {
  adapter: MapAdapter
  colors: InkColors
  frames: RefObject<Frames>
  surface: RefObject<HTMLElement | null>
}

export default function Overlay({ adapter, colors, frames, surface, ...props }: OverlayProps) {
  const { table, result, selectedId, hoveredId } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const repaint = useRef(() => {})
  const camera = useCamera({ ...props, adapter, frames, repaint })
  const { view, size, markerLayer } = camera
  const [panel, setPanel] = useState<Panel | null>(null)
  const [layers, setLayers] = useState(FIRST_LAYERS)
  const [draft, setDraft] = useState<readonly Point[]>([])
  const [note, setNote] = useState<string | null>(null)

  const points = useMemo(() => worldPointsOf(table), [table])
  const layout = useMemo(() => layoutOf(table, result, view, size), [table, result, view, size])
  const context = usePinContext(props)
  const scene = useScene({ ...props, points, layout, context, layers, draft, view, size })
  useRepaint({ ...props, canvas, repaint, scene, colors, adapter })
  useDots({ surface, adapter, table, layout, points, hoveredId, selectedId })

  const zoomInto = useMemo(() => (cluster: Cluster) => adapter.zoomBy(2, adapter.project(cluster)), [adapter])
  const switchLayers = (next: Layers) => {
    adapter.setCountyLines(next.counties)
    setLayers(next)
  }
  return (
    <>
      <canvas ref={canvas} className="map-canvas" />
      <Pins
        {...props}
        layout={layout}
        points={points}
        markerLayer={markerLayer}
        context={context}
        onCluster={zoomInto}
      />
      {props.card ? (
        <Popup
          {...props}
          card={props.card}
          points={points}
          markerLayer={markerLayer}
          at={camera.now()}
          size={size}
        />
      ) : null}
      <SearchHere {...props} hasMoved={camera.hasMoved} onDone={camera.forgetMove} />
      <Controls
        panel={panel}
        onPanel={setPanel}
        onZoom={(steps) => adapter.zoomBy(steps)}
        onLocate={() => locate(adapter, setNote)}
        areas={props.areas.length}
      >
        {panel === 'move' ? (
          <div className="map-panel map-pad">
            <MovePad label="Move the map" onMove={(x, y) => adapter.panBy(x * STEP_PX, y * STEP_PX)} />
          </div>
        ) : null}
        {panel === 'legend' ? <Legend /> : null}
        {panel === 'layers' ? (
          <LayersMenu
            layers={layers}
            onLayers={switchLayers}
            offered={offeredLayers(props)}
            heatRange={heatRange(scene.heat)}
          />
        ) : null}
      </Controls>
      <Areas
        {...props}
        adapter={adapter}
        markerLayer={markerLayer}
        isMenuOpen={panel === 'draw'}
        onMenu={(isOpen) => setPanel(isOpen ? 'draw' : null)}
        onDraft={setDraft}
      />
      {note ? (
        <p className="map-bar" role="status">
          {note}
          <button type="button" className="map-bar-button" onClick={() => setNote(null)}>
            Close
          </button>
        </p>
      ) : null}
    </>
  )
}

function usePinContext({ favourites, viewed, nowMs = 0, newSinceMs }: DealMapProps): PinContext {
  return useMemo(
    () => ({ favorites: favourites, viewed, nowMs, newSinceMs: newSinceMs ?? Number.POSITIVE_INFINITY }),
    [favourites, viewed, nowMs, newSinceMs],
  )
}

interface RepaintOptions extends Pick<DealMapProps, 'hoveredId' | 'table'> {
  canvas: RefObject<HTMLCanvasElement | null>
  repaint: RefObject<() => void>
  scene: Omit<Scene, 'pointed'>
  colors: InkColors
  adapter: MapAdapter
}

function useRepaint({ canvas, repaint, scene, colors, adapter, hoveredId, table }: RepaintOptions): void {
  const pixelRatio = Math.min(2, devicePixelRatio)
  const sprites = useMemo(() => createSprites(document, pixelRatio), [pixelRatio])
  repaint.current = () => {
    const element = canvas.current
    const brush = element?.getContext('2d')
    if (!element || !brush) return
    const size = adapter.size()
    const [width, height] = [size.widthPx * pixelRatio, size.heightPx * pixelRatio]
    if (element.width !== width || element.height !== height) Object.assign(element, { width, height })
    const hovered = hoveredId.peek()
    const pointed = hovered === null ? -1 : table.rowOf(hovered)
    const at = transformOf(adapter.view(), size)
    paint(
      { brush, size, pixelRatio, at, colors, sprites },
      { ...scene, pointed: pointed < 0 ? null : pointed },
    )
  }
  useLayoutEffect(() => repaint.current())
  useSignalEffect(() => {
    // Read for the subscription alone.
    void hoveredId.value
    repaint.current()
  })
}

const offeredLayers = ({ buyBoxAreas, comps }: DealMapProps): (keyof Layers)[] => [
  'counties',
  'heat',
  ...(buyBoxAreas ? (['boxes'] as const) : []),
  ...(comps ? (['comps'] as const) : []),
]

function heatRange(cells: Scene['heat']): readonly [string, string] | null {
  const values = cells.map(({ value }) => value)
  if (values.length === 0) return null
  return [formatMoney(Math.round(Math.min(...values))), formatMoney(Math.round(Math.max(...values)))]
}

const LOCATE = { timeout: 10_000, maximumAge: 60_000 }
const LOCATED_ZOOM = 10.5

/** What goes wrong is said on the map, in words of its own for each case. */
function locate(adapter: MapAdapter, say: (note: string | null) => void): void {
  say(null)
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => adapter.jumpTo({ lat: coords.latitude, lng: coords.longitude, zoom: LOCATED_ZOOM }, true),
    ({ code, PERMISSION_DENIED }) =>
      say(
        code === PERMISSION_DENIED
          ? 'Your browser does not share your location with this page.'
          : 'Your location could not be found.',
      ),
    LOCATE,
  )
}

interface SearchHereProps extends Pick<DealMapProps, 'isSearching' | 'onSearching' | 'onSearchHere'> {
  hasMoved: boolean
  onDone(): void
}

/** Whether the list follows the map, and the button that makes it follow once. */
function SearchHere({ isSearching, onSearching, onSearchHere, hasMoved, onDone }: SearchHereProps) {
  const canSearch = !isSearching && hasMoved && onSearchHere
  return (
    <div className="map-search">
      {canSearch ? (
        <button
          type="button"
          className="map-search-button"
          onClick={() => {
            onDone()
            onSearchHere()
          }}
        >
          Search this area
        </button>
      ) : null}
      {onSearching ? (
        <label className="map-search-toggle">
          <input
            type="checkbox"
            checked={isSearching}
            onChange={(event) => {
              onDone()
              onSearching(event.target.checked)
            }}
          />
          Search as I move
        </label>
      ) : null}
    </div>
  )
}
