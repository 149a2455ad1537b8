/** The bar above list and map: where to look, and a button for each filter that is often used. 54 px, two rows on phones. */
import { useSignals } from '@preact/signals-react/runtime'
import { SlidersHorizontal, Target } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { listTimeWords } from '#marketplace/kit/date-labels.ts'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { useIsPhone } from '#marketplace/kit/use-media.ts'
import { messageTime } from '#shared/format/message-time.ts'
import type { DealFilter } from '#shared/rules/deals/filter.ts'
import { CHOICE_WORDS } from '#shared/rules/deals/filter-labels.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { AddressProblems } from '../address/address-problems.tsx'
import { useBrowse } from '../browse-context.tsx'
import { dealCount } from '../list/result-labels.ts'
import { LocationBox } from '../search/location-box.tsx'
import { ChoiceFilter, StatusFilter } from './choice-filters.tsx'
import { countIn, type PanelKeys } from './filter-changes.ts'
import { AllPanels, BedsAndBaths, MORE, MorePanels } from './filter-panels.tsx'
import { chipClass, FilterPopover } from './filter-popover.tsx'
import { buttonText, statusText } from './panel-labels.ts'
import { RangeFilter } from './range-filter.tsx'
import { Strip } from './strip.tsx'

/** `children` stand at the right end, e.g. the switch between map and list. */
export function FilterBar({ children }: { children?: ReactNode }) {
  const isPhone = useIsPhone()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const openSheet = () => setSheetOpen(true)
  return (
    <section aria-label="Filters" className="min-w-0 border-line border-b bg-surface">
      {isPhone ? (
        <div className="px-4 pt-2">
          <LocationBox trailing={<SheetButton onPress={openSheet} />} />
        </div>
      ) : null}
      <div className="flex items-center gap-2 px-4 py-2 desk:px-5 desk:py-2.25">
        {isPhone ? null : (
          <div className="w-74 min-w-44 shrink-500">
            <LocationBox />
          </div>
        )}
        {/* Room for the focus ring, which the scrolling would cut off, and for the end, which fades where more follows. */}
        <div className="mask-[linear-gradient(to_left,transparent,#000_1rem)] -m-1 flex min-w-0 items-center gap-2 overflow-x-auto p-1 pr-4 [scrollbar-width:none] max-desk:-mx-4 max-desk:px-4">
          <FilterButtons onSheet={openSheet} isPhone={isPhone} />
        </div>
        {isPhone ? null : <div className="ml-auto flex-none">{children}</div>}
      </div>
      <AddressProblems />
      <UpdatesFailed />
      {isSheetOpen ? <FilterSheet isWhole={isPhone} onClose={() => setSheetOpen(false)} /> : null}
    </section>
  )
}

function SheetButton({ onPress }: { onPress: () => void }) {
  return (
    <IconButton size="sm" aria-label="All filters" onClick={onPress}>
      <SlidersHorizontal size={17} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  )
}

function FilterButtons({ onSheet, isPhone }: { onSheet: () => void; isPhone: boolean }) {
  useSignals()
  const { filter } = useBrowse().query.value
  const { ranges, choices, status } = filter
  const onPress = isPhone ? onSheet : undefined
  const isStatusOn = status.length > 0
  return (
    <>
      <FilterPopover name="Status" label={statusText(status)} isOn={isStatusOn} onPress={onPress}>
        <StatusFilter />
      </FilterPopover>
      <FilterPopover
        name="Price"
        label={buttonText('price', ranges.price, 'Price')}
        isOn={ranges.price !== undefined}
        onPress={onPress}
      >
        <RangeFilter range="price" hasHistogram />
      </FilterPopover>
      <FilterPopover
        name="% of ARV"
        label={buttonText('arv_percent', ranges.arv_percent, '% of ARV')}
        isOn={ranges.arv_percent !== undefined}
        onPress={onPress}
      >
        <RangeFilter range="arv_percent" hasHistogram />
      </FilterPopover>
      <FilterPopover
        name="Beds and baths"
        label={bedsText(ranges)}
        isOn={ranges.beds !== undefined || ranges.baths !== undefined}
        onPress={onPress}
      >
        <BedsAndBaths />
      </FilterPopover>
      {isPhone ? null : (
        <>
          <FilterPopover
            name="Property type"
            label={typesText(choices.types)}
            isOn={choices.types !== undefined}
          >
            <ChoiceFilter choice="types" />
          </FilterPopover>
          <MoreButton count={countIn(filter, MORE_KEYS)} onPress={onSheet} />
        </>
      )}
      <FilterPopover
        name="Buy box match"
        icon={<Target size={14} strokeWidth={1.75} aria-hidden="true" />}
        label={buttonText('score', ranges.score, 'Buy box match')}
        isOn={ranges.score !== undefined}
        onPress={onPress}
      >
        <RangeFilter range="score" hasHistogram />
      </FilterPopover>
    </>
  )
}

const MORE_KEYS: PanelKeys = MORE

function MoreButton({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <button type="button" aria-haspopup="dialog" onClick={onPress} className={chipClass(count > 0)}>
      <SlidersHorizontal
        size={14}
        strokeWidth={1.75}
        aria-hidden="true"
        className={classNames(count === 0 && 'text-text-3')}
      />
      More filters{count > 0 ? ` (${count})` : null}
    </button>
  )
}

function bedsText({ beds, baths }: DealFilter['ranges']): string {
  const parts = [beds && buttonText('beds', beds, ''), baths && buttonText('baths', baths, '')].filter(
    Boolean,
  )
  return parts.length === 0 ? 'Beds and baths' : parts.join(', ')
}

function typesText(ids: readonly number[] = []): string {
  const [first, ...others] = ids
  if (first === undefined) return 'Property type'
  const name = CHOICE_WORDS.types.get(first) ?? 'Property type'
  return others.length === 0 ? name : `${name} +${others.length}`
}

/** Updates failed though the server can be reached. What is shown goes on working (checklist BRW-04). */
function UpdatesFailed() {
  useSignals()
  const { clock, connection } = useServices()
  const { deals } = useDealServices()
  const state = deals.state.value
  if (state.phase !== 'ready' || !connection.isOnline.value || deals.failure.value === null) return null
  return (
    <Strip>
      <p role="status">{`Could not update. Deals as of ${ageText(state.asOfMs, clock.now())}`}</p>
      <Button size="sm" className="pointer-coarse:h-11" onClick={() => void deals.refresh()}>
        Try again
      </Button>
    </Strip>
  )
}

/** How old the deals are while the server is away, which the app's own strip says already (checklist BRW-04, ERR-09). */
export function AwayAge() {
  useSignals()
  const { clock, connection } = useServices()
  const state = useDealServices().deals.state.value
  if (state.phase !== 'ready' || connection.isOnline.value) return null
  return (
    <span role="status" className="text-sm text-warn-text">
      {`Deals as of ${ageText(state.asOfMs, clock.now())}`}
    </span>
  )
}

/** When the deals were last confirmed: `9:42 AM` today, `09 Jun, 9:42 AM` before. Pure. */
function ageText(atMs: number, nowMs: number): string {
  const day = listTimeWords(atMs, nowMs)
  const time = messageTime(atMs)
  return day === time ? time : `${day}, ${time}`
}

/**
 * Filters over the page: all of them on phones, those without a button of their own elsewhere. The way out says what
 * they give.
 */
function FilterSheet({ isWhole, onClose }: { isWhole: boolean; onClose: () => void }) {
  return (
    <Modal
      title={isWhole ? 'Filters' : 'More filters'}
      keepsInput
      onClose={onClose}
      footer={<SheetFooter onClose={onClose} />}
    >
      <div className="grid gap-6">{isWhole ? <AllPanels /> : <MorePanels />}</div>
    </Modal>
  )
}

function SheetFooter({ onClose }: { onClose: () => void }) {
  useSignals()
  const model = useBrowse()
  const count = model.shown.value?.result.count
  return (
    <>
      <Button variant="ghost" className="pointer-coarse:h-11" onClick={model.clearFilters}>
        Clear all
      </Button>
      <Button
        variant="primary"
        className="num ml-auto pointer-coarse:h-11 max-sheet:flex-1"
        onClick={onClose}
      >
        {count === undefined ? 'Show deals' : `Show ${dealCount(count)}`}
      </Button>
    </>
  )
}
