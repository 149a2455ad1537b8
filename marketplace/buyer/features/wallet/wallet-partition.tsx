/** Profile, Wallet: balance, deposit, statement; and, by the address, one payment or one receipt. */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowUpRight, Plus, Settings } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Link, LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { PartitionActions } from '#marketplace/buyer/ui/partition-actions.tsx'
import { links } from '#shared/contract/pages.ts'
import { comingBack, safeReturnTo } from '#shared/rules/return-to.ts'
import { Button } from '#shared/ui/button.tsx'
import { PaymentResult } from './payment-result.tsx'
import { Receipt } from './receipt.tsx'
import { Statement } from './statement.tsx'
import { readFilter } from './statement-model.ts'
import { Stats } from './stats.tsx'
import { TopUpDialog, useCards } from './top-up-dialog.tsx'
import { useTerms } from './use-terms.ts'
import { WithdrawalList } from './withdrawal-list.tsx'

const WithdrawDialog = lazyPart(() =>
  import('./withdraw-dialog.tsx').then((file) => ({ default: file.WithdrawDialog })),
)

export default function WalletPartition({ user }: { user: User }) {
  const search = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const [isToppingUp, setToppingUp] = useState(false)
  const wallet = useWallet()
  useEffect(() => wallet.follow(), [wallet])
  const payment = idOf(search.get('payment'))
  const receipt = search.get('receipt')
  // The step that needed the money, else home.
  const onward = safeReturnTo(search.get('return_to'), window.location.origin)
  return (
    <>
      {payment !== null ? (
        <Payment key={payment} id={payment} onward={onward} onAgain={() => setToppingUp(true)} />
      ) : receipt !== null ? (
        <Receipt user={user} transactionId={receipt} filter={readFilter(search)} />
      ) : (
        <Overview user={user} onTopUp={() => setToppingUp(true)} />
      )}
      {isToppingUp ? (
        <TopUpDialog
          onPayment={(id) => {
            setToppingUp(false)
            navigate(comingBack(links.payment(id), onward))
          }}
          onClose={() => setToppingUp(false)}
        />
      ) : null}
    </>
  )
}

function Overview({ user, onTopUp }: { user: User; onTopUp: () => void }) {
  useSignals()
  const cards = useCards()
  const terms = useTerms().state.value
  const filter = readFilter(new URLSearchParams(useSearch()))
  const [isWithdrawing, setWithdrawing] = useState(false)
  const wallet = useWallet().wallet.value
  const hasMoney = wallet.phase === 'ready' && wallet.value.balanceCents > 0
  return (
    <>
      <PartitionActions>
        <LinkButton href="/profile/billing" className="max-desk:hidden">
          <Settings size={15} strokeWidth={1.75} aria-hidden="true" />
          Payment methods
        </LinkButton>
        {hasMoney ? (
          <Button className="pointer-coarse:h-11" onClick={() => setWithdrawing(true)}>
            <ArrowUpRight size={15} strokeWidth={1.75} aria-hidden="true" />
            Withdraw
          </Button>
        ) : null}
        <Button variant="primary" className="pointer-coarse:h-11" onClick={onTopUp}>
          <Plus size={15} strokeWidth={1.75} aria-hidden="true" />
          Top up
        </Button>
      </PartitionActions>
      <Stats cards={cards} terms={terms.phase === 'ready' ? terms.value : null} />
      <WithdrawalList customerId={user.id} />
      <Statement customerId={user.id} filter={filter} />
      {isWithdrawing ? (
        <Suspense>
          <WithdrawDialog customerId={user.id} onClose={() => setWithdrawing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function Payment({ id, onward, onAgain }: { id: number; onward: string; onAgain: () => void }) {
  const isFromStep = onward !== '/'
  return (
    <div className="grid gap-4">
      <Link
        href={isFromStep ? onward : '/profile/wallet'}
        className="text-link justify-self-start text-sm print:hidden"
      >
        {isFromStep ? 'Back to where you were' : 'Back to the wallet'}
      </Link>
      <PaymentResult
        paymentId={id}
        again={
          <>
            <Button variant="primary" onClick={onAgain}>
              Try again
            </Button>
            <LinkButton href={comingBack('/profile/billing', onward)}>Change the card</LinkButton>
          </>
        }
        onward={
          <>
            <LinkButton href={isFromStep ? onward : '/profile/wallet'} variant="primary">
              {isFromStep ? 'Continue' : 'Done'}
            </LinkButton>
            <Button onClick={() => window.print()}>Print</Button>
          </>
        }
      />
    </div>
  )
}

function idOf(text: string | null): number | null {
  const id = Number(text)
  return text !== null && Number.isInteger(id) && id > 0 ? id : null
}
