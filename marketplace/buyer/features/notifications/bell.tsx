/** The bell in the top bar: how many notifications are unread, live, and the panel with them. */
import { useSignals } from '@preact/signals-react/runtime'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Tooltip } from '#marketplace/buyer/ui/tooltip.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { createBellModel } from './bell-model.ts'
import { BellPanel } from './bell-panel.tsx'
import { followBell } from './follow-bell.ts'

export default function Bell({ userId }: { userId: number }) {
  useSignals()
  const services = useServices()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [model] = useState(() => createBellModel(services))
  const [isOpen, setOpen] = useState(false)
  const [path, navigate] = useLocation()
  const here = useRef(path)
  here.current = path
  useEffect(
    () => followBell(services, { model, userId, path: () => here.current, navigate }),
    [services, model, userId, navigate],
  )
  const count = model.unread.value
  const name = count === 0 ? 'Notifications' : `Notifications, ${count} unread`
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
            className="absolute top-0.5 left-[calc(50%+1px)] grid rounded-full ring-2 ring-surface"
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
