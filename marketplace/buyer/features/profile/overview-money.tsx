/** Money at a glance: what the wallet holds, the deposit with its offers, and where both are looked after. */
import { useSignals } from '@preact/signals-react/runtime'
import { HandCoins, Landmark, type LucideIcon, Wallet as WalletIcon } from 'lucide-react'
import { useConfigs } from '#marketplace/buyer/platform/services-context.tsx'
import { useLiveWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import type { Wallet } from '#marketplace/buyer/platform/wallet-store.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { List, LoadingRows, ROW, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { formatCents, ledgerCents } from '#shared/format/money.ts'

export function OverviewMoney() {
  useSignals()
  const store = useLiveWallet()
  const slots = useConfigs()?.offers_per_deposit_limit ?? null
  const state = store.wallet.value
  return (
    <Section title="Money and offers">
      {state.phase === 'loading' ? <LoadingRows count={3} /> : null}
      {state.phase === 'failed' ? (
        <LoadFailed onRetry={() => void store.loadWallet()}>{sayFailure(state.failure).message}</LoadFailed>
      ) : null}
      {state.phase === 'ready' ? (
        <List label="Money and offers">
          {rowsOf(state.value, slots).map(({ href, name, value, Icon }) => (
            <li key={name} className={ROW}>
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
              <Link href={href} className="target font-semibold hover:underline">
                {name}
              </Link>
              <span className="num ml-auto text-text-2">{value}</span>
            </li>
          ))}
        </List>
      ) : null}
    </Section>
  )
}

interface Row {
  readonly href: string
  readonly name: string
  readonly value: string
  readonly Icon: LucideIcon
}

function rowsOf(
  { balanceCents, depositCents, pendingCents, activeOffers }: Wallet,
  slots: number | null,
): readonly Row[] {
  const onItsWay = pendingCents > 0 ? `, ${formatCents(pendingCents)} on its way` : ''
  return [
    {
      href: '/profile/wallet',
      name: 'Wallet',
      value: `${ledgerCents(balanceCents)}${onItsWay}`,
      Icon: WalletIcon,
    },
    {
      href: '/profile/deposit',
      name: 'Deposit',
      value: depositCents > 0 ? `${formatCents(depositCents)} held` : 'None',
      Icon: Landmark,
    },
    {
      href: '/profile/offers',
      name: 'Active offers',
      value: slots === null || depositCents === 0 ? String(activeOffers) : `${activeOffers} of ${slots}`,
      Icon: HandCoins,
    },
  ]
}
