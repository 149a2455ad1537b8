/** What the tab bar of phones has no room for: the other places, what waits, what goes to every buyer, and the way out. */
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { PARTS, PlaceLinks } from './app-nav.tsx'
import { AccountRows, ActionRows, FindButton, type ShellProps } from './shell-rows.tsx'

const OTHERS = PARTS.filter(({ isTab }) => !isTab)

export function MoreSheet({ shell }: ShellProps) {
  const { store, here, unread, show } = shell
  const close = () => show(null)
  return (
    <Modal title={store.member.account.title} keepsInput onClose={close}>
      <div className="-mx-2 -mt-2.5 grid gap-0.5 pb-[env(safe-area-inset-bottom)]">
        <FindButton shell={shell} />
        <nav aria-label="More">
          <PlaceLinks parts={OTHERS} here={here} unread={unread} onGo={close} />
        </nav>
        <div className="grid gap-0.5 border-line border-t py-2">
          <ActionRows shell={shell} />
        </div>
        <div className="grid gap-0.5 border-line border-t pt-2">
          <AccountRows shell={shell} />
        </div>
      </div>
    </Modal>
  )
}
