/** The menu under the avatar: who is logged in, and the way out. Its code comes after the page. */
import type { User } from '#marketplace/buyer/platform/user.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LOG_OUT_FAILED, useLogOut } from '#marketplace/buyer/ui/log-out-button.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Menu, MenuItem, MenuLink } from '#marketplace/kit/ui/menu.tsx'
import Tooltip from '#marketplace/kit/ui/tooltip.tsx'
import { Avatar } from '#shared/ui/avatar.tsx'

export default function AccountMenu({ user }: { user: User }) {
  return (
    <Menu
      className="w-64"
      trigger={
        <Tooltip text="Your account" side="bottom">
          <button
            type="button"
            aria-label="Your account"
            className="relative grid cursor-pointer place-items-center rounded-full after:absolute after:-inset-1.5"
          >
            <Avatar name={user.name} logo={user.photo} id={user.id} size={32} />
          </button>
        </Tooltip>
      }
    >
      <div className="mb-1 border-line border-b px-3 pt-2 pb-2.5">
        <div className="truncate font-semibold">{user.name}</div>
        <div className="truncate text-sm text-text-2">{user.email}</div>
      </div>
      {/* On wide screens it is in the top bar. */}
      <MenuLink render={<Link href="/for-you">For you</Link>} className="desk:hidden" />
      <MenuLink render={<Link href="/profile">Profile</Link>} />
      <MenuLink render={<Link href="/help">Help</Link>} />
      <LogOutItem />
    </Menu>
  )
}

function LogOutItem() {
  const { state, leave } = useLogOut()
  return (
    <>
      <MenuItem closeOnClick={false} aria-busy={state === 'busy' || undefined} onClick={leave}>
        Log out
      </MenuItem>
      {/* A menu has only items while nothing failed. */}
      {state === 'failed' ? <FormProblem className="px-3 pt-1 pb-2" message={LOG_OUT_FAILED} /> : null}
    </>
  )
}
