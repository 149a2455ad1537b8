/** Rows that the rail and the sheet of phones have in common: what waits, what goes to every buyer, and the way out. */
import { useSignals } from '@preact/signals-react/runtime'
import { CalendarCheck, Keyboard, LogOut, MailQuestion, Newspaper, Search, SquarePen } from 'lucide-react'
import { OWN_NAME } from '#marketplace/kit/brand.ts'
import { FIND_KEYS, findKeyLabel } from '#marketplace/kit/keys/key-press.ts'
import { KEYBOARD_WORDS } from '#marketplace/seller/keyboard/seller-keys.ts'
import { waitingOf } from '#marketplace/seller/request-rows.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import type { SellerPlace } from '#shared/contract/seller-places.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { type Here, RAIL_ROW, RailButton, RailName } from './app-nav.tsx'
import type { Replies } from './use-replies.ts'

/** What is open over a place. */
export type Panel = 'requests' | 'visits' | 'find' | 'keys' | 'more' | 'logout'

export interface Shell {
  readonly store: SellerStore
  readonly unread: number
  readonly here: Here
  readonly replies: Replies
  show(panel: Panel | null): void
  /** Asks first if a reply is not sent yet. */
  logOut(): void
}

export interface ShellProps {
  shell: Shell
}

export const SHELL_LABELS = {
  find: 'Find anything',
  requests: 'Requests',
  visits: 'Open houses',
  blast: 'New blast',
  digest: 'Deals digest',
  logOut: 'Log out',
} as const

/** Looks like a search field where there is room. */
export const FindButton = ({ shell: { show } }: ShellProps) => (
  <button
    type="button"
    aria-haspopup="dialog"
    aria-keyshortcuts={FIND_KEYS}
    title={SHELL_LABELS.find}
    className={classNames(
      RAIL_ROW,
      'cursor-pointer border border-field bg-surface text-text-3 hover:bg-hover duo:max-rail:border-transparent duo:max-rail:bg-transparent',
    )}
    onClick={() => show('find')}
  >
    <Search size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
    <RailName>{SHELL_LABELS.find}</RailName>
    <span aria-hidden="true" className="num ms-auto text-xs max-rail:hidden">
      {findKeyLabel()}
    </span>
  </button>
)

/** What waits, and what goes to every buyer. */
export function ActionRows({ shell: { store, here, show } }: ShellProps) {
  useSignals()
  const go = (place: SellerPlace) => {
    show(null)
    store.go(place)
  }
  return (
    <>
      <RailButton
        icon={MailQuestion}
        isCurrent={here === 'requests'}
        onPress={() => show('requests')}
        count={waitingOf(store.requests.requests.value).length}
      >
        {SHELL_LABELS.requests}
      </RailButton>
      <RailButton icon={CalendarCheck} isCurrent={here === 'visits'} onPress={() => show('visits')}>
        {SHELL_LABELS.visits}
      </RailButton>
      {store.may('outreach') ? (
        <>
          <RailButton icon={SquarePen} onPress={() => go({ kind: 'new-blast', propertyId: null })}>
            {SHELL_LABELS.blast}
          </RailButton>
          <RailButton icon={Newspaper} onPress={() => go({ kind: 'new-digest' })}>
            {SHELL_LABELS.digest}
          </RailButton>
        </>
      ) : null}
    </>
  )
}

/** Who is logged in, the keyboard, and the way out. */
export function AccountRows({ shell: { store, replies, show, logOut } }: ShellProps) {
  return (
    <>
      <p className="truncate px-3 text-text-3 text-xs duo:max-rail:sr-only duo:px-2.5">
        {store.member.name} · {OWN_NAME === null ? 'Seller app' : `${OWN_NAME}, seller app`}
      </p>
      <RailButton icon={Keyboard} className="max-duo:hidden" onPress={() => show('keys')}>
        {KEYBOARD_WORDS.button}
      </RailButton>
      <RepliesSwitch replies={replies} />
      <RailButton icon={LogOut} onPress={logOut}>
        {SHELL_LABELS.logOut}
      </RailButton>
    </>
  )
}

/** Turns the demo replies of absent sellers on and off, for the whole demo world. */
function RepliesSwitch({ replies: { isOn, change } }: { replies: Replies }) {
  if (isOn === null) return null
  return (
    <label className={`${RAIL_ROW} cursor-pointer font-regular! text-text-2`} title="Demo replies">
      <input
        type="checkbox"
        checked={isOn}
        className="size-4"
        onChange={(event) => change(event.currentTarget.checked)}
      />
      <RailName>Demo replies</RailName>
    </label>
  )
}
