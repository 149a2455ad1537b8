/** A deposit that is held: its amount and state, its slots, the way back, and what happened to it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import { List, Mark, ROW, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { dayWords, momentWords } from '#marketplace/kit/date-labels.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { DepositWire } from '#shared/contract/money.ts'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { createDepositModel, type DepositModel, refundBlock } from './deposit-model.ts'
import { DepositTerms } from './deposit-terms.tsx'
import { ForfeitNotice } from './forfeit-notice.tsx'
import { DEPOSIT_WORDS } from './labels.ts'
import { Slots } from './slots.tsx'
import type { Terms } from './use-terms.ts'

export interface HeldDepositProps {
  deposit: DepositWire
  customerId: number
  terms: Terms
}

export function HeldDeposit({ deposit, customerId, terms }: HeldDepositProps) {
  const { api } = useServices()
  const wallet = useWallet()
  const [model] = useState(() => createDepositModel({ api, customerId, changed: wallet.changed }))
  const slots = deposit.offers_per_deposit_limit ?? terms.offersPerDeposit
  const amountCents = deposit.amount_cents ?? terms.depositCents ?? 0
  return (
    <>
      <Summary deposit={deposit} amountCents={amountCents} model={model} />
      {deposit.forfeit ? (
        <ForfeitNotice depositId={deposit.id ?? 0} forfeit={deposit.forfeit} model={model} />
      ) : null}
      <Section
        title="Offers on this deposit"
        note={`${deposit.active_offers_count} of ${slots} slots are taken.`}
      >
        <Slots count={slots} />
      </Section>
      <History deposit={deposit} />
      <Section title="How it works">
        <DepositTerms amountCents={amountCents} offers={slots} />
      </Section>
    </>
  )
}

function Summary({
  deposit,
  amountCents,
  model,
}: {
  deposit: DepositWire
  amountCents: number
  model: DepositModel
}) {
  useSignals()
  const [isAsking, setAsking] = useState(false)
  const block = refundBlock(deposit)
  const state = deposit.state ?? 'current'
  const close = () => {
    model.forgetProblem()
    setAsking(false)
  }
  return (
    <section
      aria-label="Your deposit"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg border border-line px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm text-text-2">
          Deposit <span className="num">{deposit.id}</span>
        </p>
        <p className="flex flex-wrap items-center gap-3">
          <span className="num font-semibold text-2xl tracking-tighter">{formatCents(amountCents)}</span>
          <Mark tone={state === 'current' ? 'good' : 'warn'}>{DEPOSIT_WORDS[state]}</Mark>
        </p>
        <p className="text-text-3 text-xs">
          {deposit.created_at ? `Paid ${dayWords(deposit.created_at)}. ` : ''}
          {block ?? 'No active offer depends on it: you can have it back now.'}
        </p>
      </div>
      <Button disabled={block !== null} className="pointer-coarse:h-11" onClick={() => setAsking(true)}>
        Request refund
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title="Ask the deposit back?"
          confirmLabel={`Refund ${formatCents(amountCents)}`}
          isBusy={model.isBusy.value}
          error={model.problem.value}
          onCancel={close}
          onConfirm={() =>
            void model.askBack(deposit.id ?? 0).then((changed) => {
              if (changed === null) return
              toast(changed.state === 'refunded' ? 'Deposit is in your wallet' : 'Refund requested')
              close()
            })
          }
        >
          <p>It goes to your wallet. You cannot make offers until you pay one again.</p>
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

function History({ deposit: { history } }: { deposit: DepositWire }) {
  if (!history || history.length === 0) return null
  return (
    <Section title="Activity">
      <List>
        {history.map(({ state, at, note }) => (
          <li key={`${state} ${at}`} className={ROW}>
            <span className="font-medium">{DEPOSIT_WORDS[state]}</span>
            {note ? <span className="text-sm text-text-2">{note}</span> : null}
            <span className="num ml-auto text-sm text-text-3">{momentWords(at)}</span>
          </li>
        ))}
      </List>
    </Section>
  )
}
