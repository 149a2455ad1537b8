/** The rail of the seller app: whose it is, what waits, the campaigns to every buyer, its parts, the keyboard, who is logged in, and the demo replies. */
import { useSignals } from '@preact/signals-react/runtime'
import { CalendarCheck, LogOut, MailQuestion, Newspaper, SquarePen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LOGO, OWN_NAME } from '#marketplace/kit/brand.ts'
import { readReplies, switchReplies } from '#marketplace/kit/login/demo-logins.ts'
import { BrandMark } from '#marketplace/kit/ui/brand-mark.tsx'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { waitingOf } from '#marketplace/seller/request-rows.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { RailButton, RailName, SellerNav } from './app-nav.tsx'
import { KeyTools } from './keyboard/key-tools.tsx'
import { RequestsDialog } from './requests-dialog.tsx'
import { VisitsDialog } from './visits-dialog.tsx'

interface RailProps {
  store: SellerStore
  /** Messages of all buyers that nobody has read. */
  unread: number
  /** A thread has the whole of a narrow window. */
  isThreadOpen: boolean
  onLogout: () => void
}

/** At the side of a wide window, with names where there is room; above the page on phones. */
export function SellerRail({ store, unread, isThreadOpen, onLogout }: RailProps) {
  useSignals()
  const { id, title } = store.member.account
  // The settings are loaded where they are shown, and may have been changed since.
  const { logo } = store.company.company.value ?? store.member.account
  return (
    <header
      className={classNames(
        'flex flex-none border-line max-duo:flex-wrap max-duo:items-center duo:w-(--rail) duo:flex-col duo:gap-3 duo:overflow-y-auto duo:border-e duo:bg-bg duo:px-2 duo:py-3',
        isThreadOpen && 'max-duo:hidden',
      )}
    >
      <p className="flex items-center gap-2 font-semibold max-duo:min-w-0 max-duo:flex-1 max-duo:ps-4 duo:justify-center rail:justify-start rail:ps-1.5">
        {LOGO === null ? <Avatar id={id} name={title} logo={logo ?? null} size={28} /> : <BrandMark />}
        <span className="min-w-0 max-[24rem]:sr-only duo:sr-only rail:not-sr-only">
          <span className="block truncate">{title}</span>
        </span>
      </p>
      <SellerNav store={store} unread={unread} />
      <div className="flex items-center gap-1 py-1 ps-2 pe-4 duo:flex-1 duo:flex-col duo:items-stretch duo:gap-0.5 duo:p-0">
        <Actions store={store} />
        <Account store={store} onLogout={onLogout} />
      </div>
    </header>
  )
}

/** What waits, and what goes to every buyer. */
function Actions({ store }: { store: SellerStore }) {
  useSignals()
  const [open, setOpen] = useState<'requests' | 'visits' | null>(null)
  const waiting = waitingOf(store.requests.requests.value).length
  const close = () => setOpen(null)
  return (
    <>
      <RailButton
        icon={MailQuestion}
        isCurrent={store.place.value.kind === 'requests'}
        onPress={() => setOpen('requests')}
        count={waiting}
      >
        Requests
      </RailButton>
      <RailButton icon={CalendarCheck} onPress={() => setOpen('visits')}>
        Open houses
      </RailButton>
      {store.may('outreach') ? (
        <>
          <RailButton icon={SquarePen} onPress={() => store.go({ kind: 'new-blast', propertyId: null })}>
            New blast
          </RailButton>
          <RailButton icon={Newspaper} onPress={() => store.go({ kind: 'new-digest' })}>
            Deals digest
          </RailButton>
        </>
      ) : null}
      {open === 'requests' ? <RequestsDialog store={store} onClose={close} /> : null}
      {open === 'visits' ? <VisitsDialog store={store} onClose={close} /> : null}
    </>
  )
}

/** Who is logged in, and the way out. */
function Account({ store, onLogout }: Pick<RailProps, 'store' | 'onLogout'>) {
  useSignals()
  const [isAsking, setAsking] = useState(false)
  const unsent = store.unsent.value
  return (
    <>
      <span className="hidden flex-1 duo:block" />
      <p className="truncate text-text-3 text-xs max-rail:sr-only rail:px-2.5">
        {store.member.name} · {OWN_NAME === null ? 'Seller app' : `${OWN_NAME}, seller app`}
      </p>
      <KeyTools />
      <RepliesSwitch />
      <RailButton icon={LogOut} onPress={unsent > 0 ? () => setAsking(true) : onLogout}>
        Log out
      </RailButton>
      {isAsking ? (
        <ConfirmDialog
          title="Log out without sending?"
          confirmLabel="Log out"
          isDanger
          onConfirm={onLogout}
          onCancel={() => setAsking(false)}
        >
          {unsent === 1 ? 'One reply is' : `${unsent} replies are`} not sent yet. Logging out removes{' '}
          {unsent === 1 ? 'it' : 'them'} from this browser.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** Turns the demo replies of absent sellers on and off, for the whole demo world. */
function RepliesSwitch() {
  const [isOn, setOn] = useState<boolean | null>(null)
  useEffect(() => {
    let isGone = false
    void readReplies().then((on) => {
      if (!isGone) setOn(on)
    })
    return () => {
      isGone = true
    }
  }, [])
  if (isOn === null) return null
  return (
    <label
      className="flex min-w-6 cursor-pointer items-center gap-2 whitespace-nowrap text-sm text-text-2 duo:h-9 duo:justify-center rail:justify-start rail:px-2.5"
      title="Demo replies"
    >
      <input
        type="checkbox"
        checked={isOn}
        className="size-4"
        onChange={(event) => {
          const wanted = event.currentTarget.checked
          setOn(wanted)
          void switchReplies(wanted).then((on) => setOn(on ?? !wanted))
        }}
      />
      <RailName>Demo replies</RailName>
    </label>
  )
}
