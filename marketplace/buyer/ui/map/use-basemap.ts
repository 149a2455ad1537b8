/** Brings the ground into its element and keeps it in step with the element's size and the page's theme. */
import { useEffect, useRef, useState } from 'react'
import type { Configs } from '#marketplace/buyer/platform/configs-store.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { MAP_DEFAULT_BOUNDS, MAP_RESIZE_DELAY_MS } from '#shared/contract/limits.ts'
import type { Bounds, MapView } from '#shared/rules/deals/filter.ts'
import {
  type AdapterOptions,
  BUILT_IN,
  FIT_PADDING_PX,
  type MapAdapter,
  type MapListener,
  type MapSettings,
} from './adapter.ts'
import { loadAdapter } from './load-adapter.ts'
import { type InkColors, onRecolor, readColors } from './map-colors.ts'
import type { MapFailure } from './map-props.ts'
import { isSameView } from './projection.ts'

export type Basemap =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly adapter: MapAdapter; readonly colors: InkColors }
  | { readonly phase: 'failed'; readonly failure: MapFailure }

const [south, west, north, east] = MAP_DEFAULT_BOUNDS
/** The first camera where no deal is known (checklist T-04): never a filter. */
export const FIRST_BOUNDS: Bounds = { south, west, north, east }

export interface BasemapOptions {
  container: React.RefObject<HTMLElement | null>
  /** Where to begin; later changes are the caller's to make. */
  start: MapView | Bounds
  on: Omit<MapListener, 'failed'>
  /** Raised to try again. */
  attempt: number
}

export function useBasemap({ container, start, on, attempt }: BasemapOptions): Basemap {
  const { clock, configs, connection } = useServices()
  /** Raised when the server is back. */
  const [returns, setReturns] = useState(0)
  const [basemap, setBasemap] = useState<Basemap>({ phase: 'loading' })
  const latest = useRef({ start, on })
  latest.current = { start, on }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` and `returns` restart it, the rest is read when it starts
  useEffect(() => {
    const element = container.current
    if (!element) return
    const ending: (() => void)[] = []
    let isOver = false
    setBasemap({ phase: 'loading' })
    const failed = (failure: MapFailure) => {
      if (isOver) return
      setBasemap({ phase: 'failed', failure })
      // Is the server away? Then again when it is back.
      if (failure === 'not_loaded')
        void connection.check().then((wasThere) => wasThere || isOver || setReturns((before) => before + 1))
    }
    const begin = async () => {
      const settings = settingsOf(await configs.load()) ?? BUILT_IN
      const { start } = latest.current
      const options = optionsFor(element, start, {
        moved: () => latest.current.on.moved(),
        settled: (isByPerson) => latest.current.on.settled(isByPerson),
        failed: () => failed('not_loaded'),
      })
      if (isOver) return
      const loaded = await loadAdapter(settings, options, { clock })
      if ('failure' in loaded) return failed(loaded.failure)
      if (isOver) return loaded.adapter.destroy()
      const fitted = 'zoom' in start ? null : start
      ending.push(...keepInStep(element, loaded.adapter, { clock, fitted, setBasemap }))
      // The theme may have changed while it loaded.
      const colors = readColors(document.documentElement)
      loaded.adapter.recolor(colors.basemap)
      setBasemap({ phase: 'ready', adapter: loaded.adapter, colors })
    }
    void begin()
    return () => {
      isOver = true
      for (const end of ending) end()
    }
  }, [attempt, returns])
  return basemap
}

function optionsFor(element: HTMLElement, start: MapView | Bounds, on: MapListener): AdapterOptions {
  return {
    container: element,
    start: 'zoom' in start ? { view: start } : { bounds: start },
    colors: readColors(document.documentElement).basemap,
    isCalm: matchMedia('(prefers-reduced-motion: reduce)').matches,
    on,
  }
}

/** A wheel, a key or a button has begun to move the map by then: MapLibre looks for 40 ms what kind of wheel turns. */
const START_MS = 100

interface InStep {
  clock: ReturnType<typeof useServices>['clock']
  /** What the first camera was made to show, if it was not told its view. */
  fitted: Bounds | null
  setBasemap(basemap: Basemap): void
}

function keepInStep(
  element: HTMLElement,
  adapter: MapAdapter,
  { clock, fitted, setBasemap }: InStep,
): (() => void)[] {
  let stopTimer = () => {}
  let frame = 0
  const resize = fitted === null ? adapter.resize : refit(adapter, fitted)
  const pressed = new Set<number>()
  let usedAtMs = Number.NEGATIVE_INFINITY
  // A resize would end the gesture that is under way, and its move with it.
  const isUsed = () => pressed.size > 0 || adapter.isMoving() || clock.now() - usedAtMs < START_MS
  const resizeSoon = () => {
    stopTimer()
    cancelAnimationFrame(frame)
    stopTimer = clock.after(MAP_RESIZE_DELAY_MS, () => {
      if (isUsed()) return resizeSoon()
      const lastUsedAtMs = usedAtMs
      // The map reports a gesture that has just ended in its next frame; ours was asked for later and comes after it.
      frame = requestAnimationFrame(() => {
        if (isUsed() || usedAtMs !== lastUsedAtMs) return resizeSoon()
        // Hidden behind the list of a phone it has no size, and looks at nothing.
        if (element.clientWidth > 0) resize()
      })
    })
  }
  const sizes = new ResizeObserver(resizeSoon)
  sizes.observe(element)
  const listeners = new AbortController()
  const options = { capture: true, passive: true, signal: listeners.signal }
  element.addEventListener('pointerdown', ({ pointerId }) => pressed.add(pointerId), options)
  // Around it are the marks, the buttons and the keys that move it.
  const surface = element.parentElement ?? element
  for (const used of ['wheel', 'keydown', 'click'] as const)
    surface.addEventListener(
      used,
      () => {
        usedAtMs = clock.now()
      },
      options,
    )
  for (const released of ['pointerup', 'pointercancel'] as const)
    addEventListener(released, ({ pointerId }) => pressed.delete(pointerId), options)
  const recolored = onRecolor(document.documentElement, () => {
    const colors = readColors(document.documentElement)
    adapter.recolor(colors.basemap)
    setBasemap({ phase: 'ready', adapter, colors })
  })
  return [
    () => sizes.disconnect(),
    () => listeners.abort(),
    recolored,
    () => stopTimer(),
    () => cancelAnimationFrame(frame),
    () => adapter.destroy(),
  ]
}

/** A camera that has not moved since it was fitted is fitted again to the new size. Reported as nobody's move, as the first one was. */
function refit(adapter: MapAdapter, fitted: Bounds): () => void {
  let view = adapter.view()
  return () => {
    const isUntouched = isSameView(view, adapter.view())
    adapter.resize()
    if (!isUntouched) return
    adapter.fit(fitted, { paddingPx: FIT_PADDING_PX, isInstant: true })
    view = adapter.view()
  }
}

/**
 * The basemap of this installation, from its public settings. Null when none is configured: the app then draws its
 * built-in map.
 */
function settingsOf(configs: Configs | null): MapSettings | null {
  const maps = configs?.maps
  if (!maps) return null
  return { driver: maps.driver, styleUrl: maps.style_url ?? null, key: maps.key ?? null }
}
