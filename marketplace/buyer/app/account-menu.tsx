/** The menu under the avatar: who is logged in, and the way out. */
import { useId, useRef } from 'react'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LOG_OUT_FAILED, useLogOut } from '#marketplace/buyer/ui/log-out-button.tsx'
import { Tooltip } from '#marketplace/buyer/ui/tooltip.tsx'
import { Avatar } from '#shared/ui/avatar.tsx'

export function AccountMenu({ user }: { user: User }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  return (
    <>
      <Tooltip text="Your account" side="bottom" align="end">
        <button
          type="button"
          popoverTarget={id}
          aria-label="Your account"
          className="relative grid cursor-pointer place-items-center rounded-full after:absolute after:-inset-1.5"
        >
          <Avatar name={user.name} logo={user.photo} id={user.id} size={32} />
        </button>
      </Tooltip>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="fixed inset-auto top-13 right-3 w-64 rounded-lg bg-overlay p-1 text-text shadow-pop desk:right-5"
      >
        <div className="border-line border-b px-3 pt-2 pb-2.5">
          <p className="truncate font-semibold">{user.name}</p>
          <p className="truncate text-sm text-text-2">{user.email}</p>
        </div>
        <div className="grid pt-1">
          {/* Where there is a top bar, it stands there. */}
          <Link href="/for-you" className={`${ITEM} desk:hidden`} onClick={() => menu.current?.hidePopover()}>
            For you
          </Link>
          <Link href="/profile" className={ITEM} onClick={() => menu.current?.hidePopover()}>
            Profile
          </Link>
          <Link href="/help" className={ITEM} onClick={() => menu.current?.hidePopover()}>
            Help
          </Link>
          <LogOutItem />
        </div>
      </div>
    </>
  )
}

const ITEM =
  'flex h-9 w-full cursor-pointer items-center rounded-sm px-3 text-left font-medium hover:bg-hover pointer-coarse:h-11'

function LogOutItem() {
  const { state, leave } = useLogOut()
  return (
    <>
      <button type="button" className={ITEM} aria-busy={state === 'busy' || undefined} onClick={leave}>
        Log out
      </button>
      {state === 'failed' ? (
        <p role="alert" className="px-3 pt-1 pb-2 text-danger-text text-xs">
          {LOG_OUT_FAILED}
        </p>
      ) : null}
    </>
  )
}
