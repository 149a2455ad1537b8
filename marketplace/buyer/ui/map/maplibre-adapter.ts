/** MapLibre behind the adapter: WebGL, a chunk of its own, with its worker as a file of this origin so that the policy needs no `blob:`. */
import { addProtocol, type ErrorEvent, type GeoJSONSource, Map as GlMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import {
  type AdapterOptions,
  BUILT_IN_CREDITS,
  FIT_PADDING_PX,
  type MapAdapter,
  type MapColors,
  type MapSettings,
} from './adapter.ts'
import { pointsOf, readCounties, readPlaces, readStates } from './basemap/read-basemap.ts'
import { builtInStyle, COUNTY_ZOOM, LABEL_FONT, repaints, SHEET, TOWN_ZOOM } from './maplibre-style.ts'

const MAX_ZOOM = 16
/** Goes along with a move that a person asked for by a button or a key. MapLibre's gestures carry `originalEvent`. */
const BY_PERSON = { isByPerson: true }
const PAN = { easing: (t: number) => t, duration: 120 }

/** Rejects when WebGL is missing or the style cannot be loaded. */
export async function createMaplibre(options: AdapterOptions, settings: MapSettings): Promise<MapAdapter> {
  setWorkerUrl(workerUrl)
  const isBuiltIn = settings.driver === 'built_in' || settings.styleUrl === null
  // Names are drawn once: in another font if this one is not there yet.
  if (isBuiltIn) await document.fonts.load(`500 12px "${LABEL_FONT}"`).catch(() => [])
  else await readArchives()
  const map = new GlMap({
    container: options.container,
    style: isBuiltIn ? builtInStyle(options.colors) : (settings.styleUrl ?? ''),
    ...startOf(options),
    // A style of others names its makers itself.
    attributionControl: isBuiltIn ? false : { compact: false },
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // The region has keys of its own, and names for what they do.
    keyboard: false,
    renderWorldCopies: false,
    // The caller watches the container and calls `resize`, which is not reported as a person's move.
    trackResize: false,
    maxZoom: MAX_ZOOM,
    fadeDuration: options.isCalm ? 0 : 150,
  })
  map.touchZoomRotate.disableRotation()
  await firstDrawn(map)
  const adapter = adapterOf(map, options, isBuiltIn)
  if (isBuiltIn) fillBasemap(map, options.on.failed)
  return adapter
}

/** A style of others may name tiles as `pmtiles://https://…`: one file on any host that answers ranges. */
async function readArchives(): Promise<void> {
  const { Protocol } = await import('pmtiles')
  addProtocol('pmtiles', new Protocol().tile)
}

function startOf({ start }: AdapterOptions) {
  if ('view' in start)
    return { center: [start.view.lng, start.view.lat] as [number, number], zoom: start.view.zoom }
  const { south, west, north, east } = start.bounds
  return {
    bounds: [west, south, east, north] as [number, number, number, number],
    fitBoundsOptions: { padding: FIT_PADDING_PX },
  }
}

function firstDrawn(map: GlMap): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = ({ error }: ErrorEvent) => {
      map.remove()
      reject(error)
    }
    map.on('error', failed)
    map.once('style.load', () => {
      // What fails later is one tile or one name: the map stays.
      map.off('error', failed)
      resolve()
    })
  })
}

function adapterOf(map: GlMap, { isCalm, on }: AdapterOptions, isBuiltIn: boolean): MapAdapter {
  map.on('move', on.moved)
  // The first single turn of a wheel has no `originalEvent`.
  let isByWheel = false
  map.on('movestart', () => {
    isByWheel = map.scrollZoom.isZooming()
  })
  map.on('moveend', (event) => on.settled(isByWheel || 'originalEvent' in event || 'isByPerson' in event))
  map.on('webglcontextlost', on.failed)
  const calm = isCalm ? { animate: false } : {}
  // Kept, because asking the element makes the browser lay out the whole page; the map itself goes by its last resize too.
  const measured = () => ({
    widthPx: map.getContainer().clientWidth,
    heightPx: map.getContainer().clientHeight,
  })
  let size = measured()
  map.on('resize', () => {
    size = measured()
  })
  return {
    credits: isBuiltIn ? BUILT_IN_CREDITS : null,
    view: () => ({ lat: map.getCenter().lat, lng: map.getCenter().lng, zoom: map.getZoom() }),
    size: () => size,
    project: ({ lat, lng }) => {
      const { x, y } = map.project([lng, lat])
      return { x, y }
    },
    unproject: ({ x, y }) => {
      const { lat, lng } = map.unproject([x, y])
      return { lat, lng }
    },
    jumpTo: ({ lat, lng, zoom }, isByPerson) =>
      void map.jumpTo({ center: [lng, lat], zoom }, isByPerson ? BY_PERSON : {}),
    fit: ({ south, west, north, east }, { paddingPx, isInstant }) =>
      void map.fitBounds([west, south, east, north], {
        padding: paddingPx,
        maxZoom: 14,
        animate: !isInstant && !isCalm,
        linear: true,
      }),
    zoomBy: (steps, around) =>
      void map.easeTo(
        {
          zoom: map.getZoom() + steps,
          duration: 200,
          ...calm,
          ...(around ? { around: map.unproject([around.x, around.y]) } : {}),
        },
        BY_PERSON,
      ),
    panBy: (x, y) => void map.panBy([x, y], { ...PAN, ...calm }, BY_PERSON),
    isMoving: () => map.isMoving(),
    setDraggable: (isDraggable) => {
      for (const gesture of [map.dragPan, map.touchZoomRotate, map.doubleClickZoom])
        if (isDraggable) gesture.enable()
        else gesture.disable()
      if (isDraggable) map.touchZoomRotate.disableRotation()
    },
    resize: () => void map.resize(),
    recolor: (colors) => isBuiltIn && repaint(map, colors),
    setCountyLines: (areShown) => {
      if (isBuiltIn) map.setLayoutProperty('counties', 'visibility', areShown ? 'visible' : 'none')
    },
    destroy: () => map.remove(),
  }
}

function repaint(map: GlMap, colors: MapColors): void {
  for (const [layer, property, color] of repaints(colors))
    map.setPaintProperty(layer, property as 'line-color', color)
}

/** Land and cities at once; what is seen from near only when somebody is near. A file that fails leaves the others. */
function fillBasemap(map: GlMap, failed: () => void): void {
  const put = (id: string, data: Parameters<GeoJSONSource['setData']>[0]) =>
    map.getSource<GeoJSONSource>(id)?.setData(data)
  readStates().then(({ land, borders }) => {
    put('land', land)
    put('borders', borders)
    liftSheet(map)
  }, failed)
  readPlaces('cities').then(
    (places) => put('cities', pointsOf(places)),
    () => {},
  )
  whenNear(map, COUNTY_ZOOM, () => readCounties().then((lines) => put('counties', lines)))
  whenNear(map, TOWN_ZOOM, () => readPlaces('towns').then((places) => put('towns', pointsOf(places))))
}

/** As soon as the tiles of the land that is looked at are there. */
function liftSheet(map: GlMap): void {
  const look = () => {
    if (!map.isSourceLoaded('land')) return
    map.off('sourcedata', look)
    map.off('idle', look)
    map.setLayoutProperty(SHEET, 'visibility', 'none')
  }
  map.on('sourcedata', look)
  map.on('idle', look)
}

function whenNear(map: GlMap, zoom: number, run: () => Promise<unknown>): void {
  const look = () => {
    if (map.getZoom() < zoom) return
    map.off('zoom', look)
    // Asked for again by the next move in.
    run().catch(() => map.on('zoom', look))
  }
  map.on('zoom', look)
  look()
}
