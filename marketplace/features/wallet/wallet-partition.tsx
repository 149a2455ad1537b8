/** Profile, Wallet: balance, deposit, statement; and, by the address, one payment or one receipt. */
import { useSignals } from '@preact/signals-react/runtime'
import { Plus, Settings } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { User } from '#marketplace/platform/user.ts'
import { useWallet } from '#marketplace/platform/wallet-store.ts'
import { Link, LinkButton } from '#marketplace/ui/link.tsx'
import { PartitionActions } from '#marketplace/ui/partition-actions.tsx'
import { Button } from '#shared/ui/button.tsx'
import { PaymentResult } from './payment-result.tsx'
import { Receipt } from './receipt.tsx'
import { Statement } from './statement.tsx'
import { readFilter } from './statement-model.ts'
import { Stats } from './stats.tsx'
import { TopUpDialog, useCards } from './top-up-dialog.tsx'
import { useTerms } from './use-terms.ts'

export default function WalletPartition({ user }: { user: User }) {
  const search = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const [isToppingUp, setToppingUp] = useState(false)
  const wallet = useWallet()
  useEffect(() => wallet.follow(), [wallet])
  const payment = idOf(search.get('payment'))
  const receipt = search.get('receipt')
  return (
    <>
      {payment !== null ? (
        <Payment key={payment} id={payment} onAgain={() => setToppingUp(true)} />
      ) : receipt !== null ? (
        <Receipt user={user} transactionId={receipt} filter={readFilter(search)} />
      ) : (
        <Overview user={user} onTopUp={() => setToppingUp(true)} />
      )}
      {isToppingUp ? (
        <TopUpDialog
          onPayment={(id) => {
            setToppingUp(false)
            navigate(`/profile/wallet?payment=${id}`)
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
  return (
    <>
      <PartitionActions>
        <LinkButton href="/profile/billing" className="max-desk:hidden">
          <Settings size={15} strokeWidth={1.75} aria-hidden="true" />
          Payment methods
        </LinkButton>
        <Button variant="primary" className="pointer-coarse:h-11" onClick={onTopUp}>
          <Plus size={15} strokeWidth={1.75} aria-hidden="true" />
          Top up
        </Button>
      </PartitionActions>
      <Stats cards={cards} terms={terms.phase === 'ready' ? terms.value : null} />
      <Statement customerId={user.id} filter={filter} />
    </>
  )
}

function Payment({ id, onAgain }: { id: number; onAgain: () => void }) {
  return (
    <div className="grid gap-4">
      <Link href="/profile/wallet" className="text-link justify-self-start text-sm print:hidden">
        Back to the wallet
      </Link>
      <PaymentResult
        paymentId={id}
        again={
          <>
            <Button variant="primary" onClick={onAgain}>
              Try again
            </Button>
            <LinkButton href="/profile/billing">Change the card</LinkButton>
          </>
        }
        onward={
          <>
            <LinkButton href="/profile/wallet" variant="primary">
              Done
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
