/** Follows the ground's camera: places elements and repaints on every frame, says when a move has ended, and obeys `view` and `fitTo`. */
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { MapView } from '#shared/rules/deals/filter.ts'
import { FIT_PADDING_PX, type MapAdapter } from './adapter.ts'
import { isFarFrom } from './layout.ts'
import type { DealMapProps } from './map-props.ts'
import { createMarkerLayer, type MarkerLayer } from './marker-layer.ts'
import { boundsOfView, isSameView, type Size, type Transform, transformOf } from './projection.ts'

/** What the ground calls while it moves; filled by whoever draws over it. */
export interface Frames {
  moved(): void
  settled(isByPerson: boolean): void
}

export interface Camera {
  /** What layouts are made for: the last view that was settled, or far from the one before. */
  readonly view: MapView
  readonly size: Size
  readonly markerLayer: MarkerLayer
  now(): Transform
  /** The person has moved since the search was last made here. */
  readonly hasMoved: boolean
  forgetMove(): void
}

export interface CameraOptions extends Pick<DealMapProps, 'view' | 'onView' | 'fitTo'> {
  adapter: MapAdapter
  frames: RefObject<Frames>
  /** Draws what is on the canvas. */
  repaint: RefObject<() => void>
}

export function useCamera({ adapter, frames, repaint, ...props }: CameraOptions): Camera {
  const [at, setAt] = useState(() => ({ view: adapter.view(), size: adapter.size() }))
  const [hasMoved, setMoved] = useState(false)
  const now = () => transformOf(adapter.view(), adapter.size())
  const markerLayer = useMemo(() => createMarkerLayer(transformOf(adapter.view(), adapter.size())), [adapter])
  const said = useRef<MapView | null>(null)
  const latest = useRef(props)
  latest.current = props

  useLayoutEffect(() => {
    let from = adapter.view()
    const say = (isByPerson: boolean) => {
      const [view, size] = [adapter.view(), adapter.size()]
      // Hidden behind the list it shows nothing, and what it shows is no search.
      if (size.widthPx === 0 || size.heightPx === 0) return
      from = view
      setAt({ view, size })
      said.current = view
      if (isByPerson) setMoved(true)
      latest.current.onView(view, boundsOfView(view, size), isByPerson)
    }
    frames.current = {
      moved() {
        markerLayer.place(transformOf(adapter.view(), adapter.size()))
        repaint.current()
        if (!isFarFrom(from, adapter.view(), adapter.size())) return
        from = adapter.view()
        setAt({ view: from, size: adapter.size() })
      },
      settled: say,
    }
    say(false)
  }, [adapter, frames, markerLayer, repaint])

  useObeyed(adapter, props, said)
  return { ...at, markerLayer, now, hasMoved, forgetMove: () => setMoved(false) }
}

/** A view that the map itself has said is no order: otherwise each move would be answered by the one before. */
function useObeyed(
  adapter: MapAdapter,
  { view, fitTo }: Pick<DealMapProps, 'view' | 'fitTo'>,
  said: RefObject<MapView | null>,
): void {
  const hasStarted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said is compared when an order comes, not the other way round
  useEffect(() => {
    if (view && !isSameView(view, said.current) && !isSameView(view, adapter.view()))
      adapter.jumpTo(view, false)
  }, [view?.lat, view?.lng, view?.zoom, adapter])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view counts at the start alone
  useEffect(() => {
    const isFirst = !hasStarted.current
    hasStarted.current = true
    // At the start the address's own camera wins. Without one the map began here, and a resize fits it again.
    if (fitTo && !(isFirst && view)) adapter.fit(fitTo, { paddingPx: FIT_PADDING_PX, isInstant: isFirst })
  }, [fitTo, adapter])
}
