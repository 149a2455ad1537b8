/**
 * The map of deals: a ground behind an adapter, and over it marks that are alike on every ground. Every deal is in the list as
 * well, so that a map that cannot be drawn takes nothing away (checklist BRW-14).
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useId, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Button } from '#shared/ui/button.tsx'
import './map.css'
// In this order: the later ones say what phones get instead.
import './map-marks.css'
import './map-panels.css'
import { pressKey } from './map-keys.ts'
import { type DealMapProps, MAP_AWAITED, type MapFailure } from './map-props.ts'
import Overlay from './overlay.tsx'
import { type Basemap, FIRST_BOUNDS, useBasemap } from './use-basemap.ts'
import type { Frames } from './use-camera.ts'

const IDLE: Frames = { moved() {}, settled() {} }

export default function DealMap(props: DealMapProps) {
  useSignals()
  const [attempt, setAttempt] = useState(0)
  const container = useRef<HTMLDivElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const frames = useRef<Frames>(IDLE)
  const help = useId()
  const end = useId()
  const basemap = useBasemap({
    container,
    start: props.view ?? props.fitTo ?? FIRST_BOUNDS,
    on: { moved: () => frames.current.moved(), settled: (isByPerson) => frames.current.settled(isByPerson) },
    attempt,
  })
  const closeCard = () => {
    const wasOpen = props.selectedId.peek() !== null
    props.selectedId.value = null
    return wasOpen
  }
  return (
    <section className="map-region" aria-label={props.label} data-map={basemap.phase}>
      <a
        className="map-skip"
        href={`#${end}`}
        onClick={(event) => {
          // The page's address is the search's.
          event.preventDefault()
          document.getElementById(end)?.focus()
        }}
      >
        Skip map
      </a>
      {/* biome-ignore lint/a11y/useSemanticElements: it is no fieldset, it is a thing that is moved by keys */}
      <div
        ref={surface}
        className="map-surface"
        data-map-surface=""
        role="group"
        aria-label="Map"
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        onKeyDown={(event) => {
          if (basemap.phase === 'ready' && surface.current)
            pressKey(event, { adapter: basemap.adapter, surface: surface.current, closeCard })
        }}
      >
        <div ref={container} className="map-ground" data-map-ground="" />
        {basemap.phase === 'ready' ? (
          <Overlay
            {...props}
            adapter={basemap.adapter}
            colors={basemap.colors}
            frames={frames}
            surface={surface}
          />
        ) : null}
        <Missing basemap={basemap} onAgain={() => setAttempt((before) => before + 1)} />
      </div>
      <p id={help} hidden>
        Arrow keys move the map, plus and minus zoom. Enter goes to the deals on it, Escape comes back. Every
        deal is in the list as well.
      </p>
      {basemap.phase === 'ready' && basemap.adapter.credits ? (
        <p className="map-credits">{basemap.adapter.credits}</p>
      ) : null}
      <span id={end} tabIndex={-1} className="map-end" />
    </section>
  )
}

const WORDS: Readonly<Record<MapFailure, string>> = {
  no_webgl: 'This browser cannot draw the map. All deals are in the list.',
  not_loaded: 'The map could not be loaded. All deals are in the list.',
}

/** Nothing while there is a map, or it loads. */
function Missing({ basemap, onAgain }: { basemap: Basemap; onAgain(): void }) {
  useSignals()
  const { connection } = useServices()
  const failure = basemap.phase === 'failed' ? basemap.failure : null
  const isAway = basemap.phase !== 'ready' && failure !== 'no_webgl' && !connection.isOnline.value
  if (failure === null && !isAway) return null
  return (
    <div className="map-failed" role="status">
      <p>{isAway || failure === null ? MAP_AWAITED : WORDS[failure]}</p>
      {failure === 'not_loaded' && !isAway ? <Button onClick={onAgain}>Try again</Button> : null}
    </div>
  )
}
