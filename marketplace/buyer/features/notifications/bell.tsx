/** The bell in the top bar: how many notifications are unread, live, and the panel with them. */
import { useSignals } from '@preact/signals-react/runtime'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { BUYER_NOTICES, browserNotices, keepDevice } from '#marketplace/kit/notifications/browser-notices.ts'
import { toast } from '#marketplace/kit/ui/toast.ts'
import Tooltip from '#marketplace/kit/ui/tooltip.tsx'
import { notificationsUpdated, sessionChannel } from '#shared/contract/events.ts'
import type { NotificationWire } from '#shared/contract/notification.ts'
import { addPushDevice } from '#shared/contract/notifications.ts'
import { badgeText } from '#shared/format/badge-text.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { type BellModel, createBellModel } from './bell-model.ts'
import { BellPanel } from './bell-panel.tsx'
import { createKeptReads } from './read-queue.ts'

/** Each person has another. */
export default function Bell({ userId }: { userId: number }) {
  return <BellOf key={userId} userId={userId} />
}

function BellOf({ userId }: { userId: number }) {
  useSignals()
  const services = useServices()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [model] = useState(() =>
    createBellModel({ ...services, userId, kept: createKeptReads(() => window.localStorage) }),
  )
  const [isOpen, setOpen] = useState(false)
  const [path, navigate] = useLocation()
  const here = useRef(path)
  here.current = path
  useEffect(
    () => followBell(services, { model, userId, path: () => here.current, navigate }),
    [services, model, userId, navigate],
  )
  useEffect(() => model.begin(), [model])
  const count = model.unread.value
  const name = count === 0 ? 'Notifications' : `Notifications, ${badgeText(count)} unread`
  return (
    <>
      <Tooltip text="Notifications" side="bottom">
        <button
          type="button"
          popoverTarget={id}
          aria-label={name}
          className="relative inline-grid size-9 flex-none cursor-pointer place-items-center rounded-md text-text-2 hover:bg-hover hover:text-text"
        >
          <BellIcon size={18} strokeWidth={1.75} aria-hidden="true" />
          <span
            aria-hidden="true"
            className="absolute top-0.5 left-[calc(50%+1px)] grid w-max rounded-full ring-2 ring-surface"
          >
            <Badge count={count} />
          </span>
        </button>
      </Tooltip>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        onToggle={(event) => {
          const isNow = event.newState === 'open'
          setOpen(isNow)
          model.open(isNow)
        }}
        className="fixed inset-auto top-13 right-3 max-h-[min(40rem,calc(100dvh-4.5rem))] w-[min(26rem,calc(100vw-1.5rem))] overflow-y-auto overscroll-contain rounded-lg bg-overlay text-text shadow-pop desk:right-5"
      >
        {isOpen ? <BellPanel model={model} close={() => panel.current?.hidePopover()} /> : null}
      </div>
    </>
  )
}

interface Following {
  model: BellModel
  userId: number
  path: () => string
  navigate: (path: string) => void
}

/** Long enough to be read by who looks elsewhere (NOT-09). */
const SHOWN_MS = 6000

/** Follows the bell live, and shows a toast for news about the current page. Returns what ends it. */
function followBell(
  { api, log, live }: Pick<Services, 'api' | 'log' | 'live'>,
  { model, userId, path, navigate }: Following,
): () => void {
  void model.count()
  void keepDevice({
    notices: browserNotices(window, BUYER_NOTICES, userId),
    add: (body) => api(addPushDevice, { body }),
    log,
  })
  return live.follow({
    what: 'Notifications',
    channel: (prefix) => sessionChannel(prefix, userId),
    // Events from before, or from while the connection was lost, were missed.
    onSubscribed: model.refresh,
    listen: (channel) =>
      channel.listen(notificationsUpdated, ({ unread_count, latest }) => {
        model.heard(unread_count)
        if (!latest || !isRelevant(latest, path())) return
        const isHere = path() === latest.url
        toast(latest.title, {
          durationMs: SHOWN_MS,
          ...(isHere ? {} : { action: { label: 'Open', run: () => navigate(latest.url) } }),
        })
      }),
  })
}

/** By type, a second page to link to besides the page of the deal. */
const PAGES: Readonly<Record<string, RegExp>> = {
  new_match: /^\/(for-you|deals|profile\/buy-box)?$/i,
  saved_search: /^\/(deals|profile\/saved-searches)$/i,
  price_drop: /^\/(deals|profile\/favourites)$/i,
  deal_status: /^\/(deals|profile\/favourites)$/i,
  address_request: /^\/profile\/requests$/i,
  offer: /^\/(profile\/offers|offer\/)/i,
  offer_expiring: /^\/(profile\/offers|offer\/)/i,
  open_house: /^\/profile\/open-houses$/i,
  review: /^\/profile\/reviews$/i,
  wallet: /^\/profile\/(wallet|deposit|billing)$/i,
  identity: /^\/profile(\/verification)?$/i,
  proof_of_funds: /^\/profile\/documents$/i,
  security: /^\/profile(\/security|\/phones)?$/i,
}

const DEAL = /^\/(?:property|p|deal)\/(\d+)/i
/** Somebody is writing there, and a note at the bottom would lie over it. */
const WRITING = /^\/(messenger|chat)(\/|$)/i

/**
 * Whether a notification that just came concerns the page one is on (NOT-09): then it is said there, otherwise the bell
 * is enough.
 */
export function isRelevant(
  { type, property_id }: Pick<NotificationWire, 'type' | 'property_id'>,
  path: string,
): boolean {
  if (WRITING.test(path)) return false
  const deal = DEAL.exec(path)?.[1]
  if (deal !== undefined) return Number(deal) === property_id
  return PAGES[type]?.test(path.replace(/(.)\/+$/, '$1')) ?? false
}
