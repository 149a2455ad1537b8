/** Whose store it is, what waits, the campaigns to every buyer, and the switch of the demo replies. */

import { useSignals } from '@preact/signals-react/runtime'
import { CalendarCheck, LogOut, type LucideIcon, MailQuestion, Megaphone, Newspaper } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LOGO, OWN_NAME } from '#marketplace/kit/brand.ts'
import { readReplies, switchReplies } from '#marketplace/kit/login/demo-logins.ts'
import { BrandMark } from '#marketplace/kit/ui/brand-mark.tsx'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { waitingOf } from '#marketplace/seller/request-rows.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Button } from '#shared/ui/button.tsx'
import { RequestsDialog } from './requests-dialog.tsx'
import { VisitsDialog } from './visits-dialog.tsx'

export function SellerHeader({ store, onLogout }: { store: SellerStore; onLogout: () => void }) {
  useSignals()
  const [open, setOpen] = useState<'requests' | 'visits' | 'logout' | null>(null)
  const waiting = waitingOf(store.requests.requests.value).length
  const unsent = store.unsent.value
  const close = () => setOpen(null)
  return (
    <header className="flex flex-wrap items-center gap-x-1.5 gap-y-2 border-line border-b px-4 py-2.5 duo:gap-x-2">
      <div className="me-auto min-w-16 flex-1 max-[30rem]:basis-full">
        <p className="flex items-center gap-2 font-semibold text-md">
          {LOGO === null ? null : <BrandMark />}
          <span className="truncate">{store.member.account.title}</span>
        </p>
        <p className="truncate text-text-3 text-xs max-duo:hidden">
          {OWN_NAME === null ? 'Seller app' : `${OWN_NAME}, seller app`} · {store.member.name}
        </p>
      </div>
      <HeaderButton icon={MailQuestion} onPress={() => setOpen('requests')} count={waiting}>
        Requests
      </HeaderButton>
      <HeaderButton icon={CalendarCheck} onPress={() => setOpen('visits')}>
        Open houses
      </HeaderButton>
      {store.may('outreach') ? (
        <>
          <HeaderButton icon={Megaphone} onPress={() => store.go({ kind: 'new-blast', propertyId: null })}>
            Blast
          </HeaderButton>
          <HeaderButton icon={Newspaper} onPress={() => store.go({ kind: 'new-digest' })}>
            Deals digest
          </HeaderButton>
        </>
      ) : null}
      <HeaderButton icon={LogOut} isQuiet onPress={unsent > 0 ? () => setOpen('logout') : onLogout}>
        Log out
      </HeaderButton>
      <RepliesSwitch />
      {open === 'requests' ? <RequestsDialog store={store} onClose={close} /> : null}
      {open === 'visits' ? <VisitsDialog store={store} onClose={close} /> : null}
      {open === 'logout' ? (
        <ConfirmDialog
          title="Log out without sending?"
          confirmLabel="Log out"
          isDanger
          onConfirm={onLogout}
          onCancel={close}
        >
          {unsent === 1 ? 'One reply is' : `${unsent} replies are`} not sent yet. Logging out removes{' '}
          {unsent === 1 ? 'it' : 'them'} from this browser.
        </ConfirmDialog>
      ) : null}
    </header>
  )
}

interface HeaderButtonProps {
  icon: LucideIcon
  children: string
  /** Of what waits; nothing is said of none. */
  count?: number
  isQuiet?: boolean
  onPress: () => void
}

/** Only the icon where the text would not fit. */
function HeaderButton({ icon: Icon, children, count = 0, isQuiet = false, onPress }: HeaderButtonProps) {
  return (
    <Button
      size="sm"
      variant={isQuiet ? 'ghost' : 'secondary'}
      title={children}
      className="max-[56rem]:h-9"
      onClick={onPress}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only min-[56rem]:not-sr-only">{children}</span>
      {count > 0 ? ` (${count})` : null}
    </Button>
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
    <label className="flex cursor-pointer items-center gap-2 text-sm text-text-2 min-[30rem]:max-duo:basis-full">
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
      Demo replies
    </label>
  )
}
