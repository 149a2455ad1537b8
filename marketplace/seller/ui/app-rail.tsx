/** The rail of the seller app, at the side of a wide window: whose it is, its parts, what waits, the keyboard, and who is logged in. */
import { useSignals } from '@preact/signals-react/runtime'
import { LOGO } from '#marketplace/kit/brand.ts'
import { BrandMark } from '#marketplace/kit/ui/brand-mark.tsx'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { PARTS, PlaceLinks } from './app-nav.tsx'
import { AccountRows, ActionRows, FindButton, type ShellProps } from './shell-rows.tsx'

/** With names where there is room. On phones the tab bar and its sheet replace it. */
export function SellerRail({ shell }: ShellProps) {
  const { store, here, unread } = shell
  return (
    <header className="flex w-(--rail) flex-none flex-col gap-3 overflow-y-auto border-line border-e bg-bg px-2 py-3 max-duo:hidden">
      <p className="flex items-center justify-center gap-2 font-semibold rail:justify-start rail:ps-1.5">
        <CompanyMark store={store} />
        <span className="min-w-0 max-rail:sr-only">
          <span className="block truncate">{store.member.account.title}</span>
        </span>
      </p>
      <FindButton shell={shell} />
      <nav aria-label="Seller app" className="flex-none">
        <PlaceLinks parts={PARTS} here={here} unread={unread} />
      </nav>
      <div className="flex flex-1 flex-col gap-0.5">
        <ActionRows shell={shell} />
        <span className="flex-1" />
        <AccountRows shell={shell} />
      </div>
    </header>
  )
}

function CompanyMark({ store }: { store: SellerStore }) {
  useSignals()
  const { id, title } = store.member.account
  // The settings are loaded where they are shown, and may have been changed since.
  const { logo } = store.company.company.value ?? store.member.account
  return LOGO === null ? <Avatar id={id} name={title} logo={logo ?? null} size={28} /> : <BrandMark />
}
