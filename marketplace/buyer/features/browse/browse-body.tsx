/** Below the filters: the list beside the map, or one of them. The map stays mounted once it was shown. */
import { useSignals } from '@preact/signals-react/runtime'
import { List, Map as MapIcon } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { areKeysOn, keepKeysOn } from '#marketplace/kit/keys/key-press.ts'
import { useIsPhone } from '#marketplace/kit/use-media.ts'
import type { DealQuery } from '#shared/rules/deals/filter.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { BESIDE_MAP, useBrowse } from './browse-context.tsx'
import { CompareTray } from './compare/compare-tray.tsx'
import { COMPARED_MIN } from './compare/compared.ts'
import { useTriageKeys } from './keyboard/use-triage-keys.ts'
import { hasPlace, keepIsMapShown, readIsMapShown } from './list/kept-place.ts'
import { ListPanel } from './list/list-panel.tsx'
import { useBrowsePage } from './list/page-context.ts'
import { MapPanel } from './map-panel.tsx'

const KeyHelp = lazyPart(() => import('./keyboard/key-help.tsx'), Nothing)
const CompareView = lazyPart(() =>
  import('./compare/compare-view.tsx').then((file) => ({ default: file.CompareView })),
)

export function BrowseBody() {
  useSignals()
  const model = useBrowse()
  const { display, compare } = model.query.value
  const isPhone = useIsPhone()
  const [isMapAsked, setMapAsked] = useState(() => readIsMapShown(window))
  // A link that was sent shows what it was sent for; who comes back to the page has seen it.
  const [isComparing, setComparing] = useState(compare.length >= COMPARED_MIN && !hasPlace(window.history))
  const shows = shownParts(display, isPhone, isMapAsked)
  const hasMap = useOnce(shows.map)

  function closeComparison() {
    setComparing(false)
    // Where it was opened, as soon as that can take the focus again.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-opens-comparison]')?.focus())
  }
  function showMap(isMap: boolean) {
    setMapAsked(isMap)
    keepIsMapShown(window, isMap)
  }
  return (
    <div className="relative grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]">
      <div className={classNames('relative grid min-h-0', shows.map && shows.list && BESIDE_MAP)}>
        <div inert={isComparing} className={classNames('min-h-0 min-w-0', shows.list ? 'grid' : 'hidden')}>
          <ListPanel
            display={isPhone ? 'list' : display}
            onCompare={isPhone ? undefined : () => setComparing(true)}
          />
        </div>
        {hasMap ? (
          <div
            inert={isComparing}
            className={classNames('relative min-h-0 min-w-0', shows.map ? 'grid' : 'hidden')}
          >
            <MapPanel isPhone={isPhone} />
          </div>
        ) : null}
        {isPhone && !isComparing ? <SideToggle isMap={shows.map} onToggle={showMap} /> : null}
      </div>
      {isPhone ? (
        <div inert={isComparing}>
          <CompareTray onCompare={() => setComparing(true)} />
        </div>
      ) : null}
      {isComparing ? (
        <Suspense fallback={null}>
          <CompareView onClose={closeComparison} />
        </Suspense>
      ) : null}
      {isComparing ? null : <Keys />}
    </div>
  )
}

function shownParts(display: DealQuery['display'], isPhone: boolean, isMapAsked: boolean) {
  if (isPhone) return { list: !isMapAsked, map: isMapAsked }
  return { list: true, map: display === 'map' }
}

/** True from the first time on. */
function useOnce(isNow: boolean): boolean {
  const [wasEver, setWasEver] = useState(isNow)
  useEffect(() => {
    if (isNow) setWasEver(true)
  }, [isNow])
  return wasEver || isNow
}

function SideToggle({ isMap, onToggle }: { isMap: boolean; onToggle: (isMap: boolean) => void }) {
  const Icon = isMap ? List : MapIcon
  return (
    <button
      type="button"
      onClick={() => onToggle(!isMap)}
      className="absolute bottom-4 left-1/2 z-(--z-sticky) inline-flex h-10 -translate-x-1/2 cursor-pointer items-center gap-2 rounded-full bg-ink px-4 font-semibold text-on-ink shadow-pop"
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {isMap ? 'List' : 'Map'}
    </button>
  )
}

function Keys() {
  const { list, place } = useBrowsePage()
  const [isOn, setOn] = useState(() => areKeysOn(() => window.localStorage))
  const [isHelpOpen, setHelpOpen] = useState(false)
  useTriageKeys({ isOn, list, startAt: place.dealId, onHelp: () => setHelpOpen(true) })
  if (!isHelpOpen) return null
  return (
    <Suspense>
      <KeyHelp
        isOn={isOn}
        onToggle={(next) => {
          setOn(next)
          keepKeysOn(() => window.localStorage, next)
        }}
        onClose={() => setHelpOpen(false)}
      />
    </Suspense>
  )
}
