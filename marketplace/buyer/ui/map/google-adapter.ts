/** Google's map behind the adapter. Its world is 256 px at zoom 0, so its zoom is ours and one. Loaded only where it is configured. */

import type { MapView, Point } from '#shared/rules/deals/filter.ts'
import { type AdapterOptions, FIT_PADDING_PX, type MapAdapter } from './adapter.ts'
import type { GoogleMap, GoogleMaps } from './google-maps.ts'
import { toPlace, toScreen, transformOf, viewOfBounds } from './projection.ts'

const ZOOM_OFFSET = 1
const MAX_ZOOM = 16

export async function createGoogle(options: AdapterOptions, maps: GoogleMaps): Promise<MapAdapter> {
  const { container, start } = options
  const view = 'view' in start ? start.view : viewOfBounds(start.bounds, sizeOf(container))
  const map = new maps.Map(container, {
    ...cameraOf(view),
    // Pins, controls and keys are ours.
    disableDefaultUI: true,
    keyboardShortcuts: false,
    clickableIcons: false,
    gestureHandling: 'greedy',
    isFractionalZoomEnabled: true,
    renderingType: 'VECTOR',
    maxZoom: MAX_ZOOM + ZOOM_OFFSET,
  })
  return adapterOf(map, options)
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  widthPx: clientWidth,
  heightPx: clientHeight,
})

function adapterOf(map: GoogleMap, { container, start, on, isCalm }: AdapterOptions): MapAdapter {
  // Kept, because asking the element makes the browser lay out the whole page.
  let measured = sizeOf(container)
  const size = () => measured
  const first =
    'view' in start ? start.view : viewOfBounds(start.bounds, size(), { paddingPx: FIT_PADDING_PX })
  const view = (): MapView => {
    const center = map.getCenter()
    return {
      lat: center?.lat() ?? first.lat,
      lng: center?.lng() ?? first.lng,
      zoom: (map.getZoom() ?? first.zoom + ZOOM_OFFSET) - ZOOM_OFFSET,
    }
  }
  const transform = () => transformOf(view(), size())
  const moves = watchMoves(map, container, on)
  return {
    credits: null,
    view,
    size,
    project: (point) => toScreen(transform(), point),
    unproject: (at) => toPlace(transform(), at),
    jumpTo(to, isByPerson) {
      moves.expect(isByPerson)
      map.moveCamera(cameraOf(to))
    },
    fit(bounds, { paddingPx, isInstant }) {
      moves.expect(false)
      if (isInstant || isCalm) map.moveCamera(cameraOf(viewOfBounds(bounds, size(), { paddingPx })))
      else map.fitBounds(bounds, paddingPx)
    },
    zoomBy(steps, around) {
      const from = view()
      const at = around ? toPlace(transform(), around) : from
      moves.expect(true)
      map.moveCamera(cameraOf({ ...towards(from, at, steps), zoom: from.zoom + steps }))
    },
    panBy(x, y) {
      moves.expect(true)
      map.panBy(x, y)
    },
    // Google does not say it, and a resize ends no move of it.
    isMoving: () => false,
    setDraggable: (isDraggable) =>
      map.setOptions({
        gestureHandling: isDraggable ? 'greedy' : 'none',
        disableDoubleClickZoom: !isDraggable,
      }),
    // It watches its container itself; what lies over it is ours to draw anew.
    resize: () => {
      moves.expect(false)
      measured = sizeOf(container)
      on.moved()
      on.settled(false)
    },
    recolor: () => {},
    setCountyLines: () => {},
    destroy() {
      moves.stop()
      container.replaceChildren()
    },
  }
}

const GESTURES = ['pointerdown', 'wheel', 'dblclick'] as const

/**
 * Tells moves of the person from all others: Google says `idle` after both, so a gesture on the container or a call marks the next. A
 * tap moves nothing, so what follows it by a call is marked again.
 */
function watchMoves(map: GoogleMap, container: HTMLElement, on: AdapterOptions['on']) {
  let isByPerson = false
  const byPerson = () => {
    isByPerson = true
  }
  const gestures = { capture: true, passive: true }
  for (const gesture of GESTURES) container.addEventListener(gesture, byPerson, gestures)
  const listeners = [
    map.addListener('bounds_changed', on.moved),
    map.addListener('idle', () => {
      const wasByPerson = isByPerson
      isByPerson = false
      on.settled(wasByPerson)
    }),
  ]
  return {
    /** Whether the next move is the person's. */
    expect(nextIsByPerson: boolean) {
      isByPerson = nextIsByPerson
    },
    stop() {
      for (const gesture of GESTURES) container.removeEventListener(gesture, byPerson, gestures)
      for (const listener of listeners) listener.remove()
    },
  }
}

const cameraOf = ({ lat, lng, zoom }: MapView) => ({ center: { lat, lng }, zoom: zoom + ZOOM_OFFSET })

/** The middle after zooming in by `steps` while `at` stays where it is. */
function towards(from: Point, at: Point, steps: number): Point {
  const share = 1 - 2 ** -steps
  return { lat: from.lat + (at.lat - from.lat) * share, lng: from.lng + (at.lng - from.lng) * share }
}
