/** Money out of the wallet: how much, where it goes, and for a bank account who asks. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LoadingRows } from '#marketplace/buyer/ui/partition-parts.tsx'
import { BankFields, bankFields, PayoutPlan, usePayout } from '#marketplace/buyer/ui/payout/payout-fields.tsx'
import type { PayoutModel } from '#marketplace/buyer/ui/payout/payout-model.ts'
import { focusWrong, sayFailure } from '#marketplace/kit/attempt.ts'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { type WithdrawalWire, withdraw } from '#shared/contract/withdrawals.ts'
import { formatCents, typedCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { amountProblem, readCents } from './amount-entry.ts'
import { PayingNotice, usePaying } from './use-paying.tsx'

export interface WithdrawDialogProps {
  customerId: number
  onClose: () => void
}

export function WithdrawDialog({ customerId, onClose }: WithdrawDialogProps) {
  useSignals()
  const payout = usePayout(customerId)
  const state = payout.routes.state.value
  if (state.phase === 'ready')
    return (
      <Form
        customerId={customerId}
        payout={payout}
        balanceCents={state.value.balanceCents}
        onClose={onClose}
      />
    )
  return (
    <Modal title="Withdraw" onClose={onClose}>
      {state.phase === 'failed' ? (
        <LoadFailed onRetry={() => void payout.routes.load()}>{sayFailure(state.failure).message}</LoadFailed>
      ) : (
        <LoadingRows count={3} />
      )}
    </Modal>
  )
}

interface FormProps extends WithdrawDialogProps {
  payout: PayoutModel
  balanceCents: number
}

function Form({ customerId, payout, balanceCents, onClose }: FormProps) {
  useSignals()
  const { api } = useServices()
  const wallet = useWallet()
  const paying = usePaying('withdrawal')
  const [typed, setTyped] = useState(() => typedCents(balanceCents))
  const [isTold, setTold] = useState(false)
  const cents = readCents(typed)
  const problem = problemOf(typed, cents, balanceCents)
  const amountCents = problem === null && cents !== null ? cents : 0
  const isSending = paying.isSending.value
  const mayClose = !isSending || paying.isChecking.value
  const fields = paying.fields.value
  const placed = ['amount_cents', ...bankFields(payout, amountCents)]

  async function send() {
    setTold(true)
    if (amountCents === 0) return focusWrong()
    const body = { amount_cents: amountCents, ...payout.terms(amountCents) }
    const reply = await paying.run((options) =>
      api(withdraw, { params: { customer: customerId }, body }, options),
    )
    wallet.changed()
    if (reply === null) {
      focusWrong()
      return void payout.routes.load()
    }
    toast(resultWords(reply.data))
    onClose()
  }

  return (
    <Modal
      title="Withdraw"
      {...(mayClose ? { onClose } : {})}
      footer={
        <Button
          variant="primary"
          size="lg"
          className="ml-auto"
          isBusy={isSending}
          disabled={balanceCents === 0}
          onClick={() => void send()}
        >
          {amountCents > 0 ? `Withdraw ${formatCents(amountCents)}` : 'Withdraw'}
        </Button>
      }
    >
      <fieldset disabled={isSending} className="grid min-w-0 gap-5">
        <Field
          label="Amount"
          name="amount"
          isMoney
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            paying.forget()
          }}
          onBlur={() => setTold(true)}
          error={(isTold ? problem : null) ?? fields.amount_cents ?? null}
          help={`Your wallet has ${formatCents(balanceCents)}.`}
        />
        <PayoutPlan payout={payout} amountCents={amountCents} />
        <BankFields payout={payout} amountCents={amountCents} errors={fields} />
        <PayingNotice paying={paying} what="withdrawal" placed={placed} />
      </fieldset>
    </Modal>
  )
}

function problemOf(typed: string, cents: number | null, balanceCents: number): string | null {
  const problem = amountProblem(typed, null)
  if (problem !== null || cents === null || cents <= balanceCents) return problem
  return `Your wallet has ${formatCents(balanceCents)}. Enter that or less.`
}

/** Each with its state is in the list. */
function resultWords(rows: readonly WithdrawalWire[]): string {
  const total = formatCents(rows.reduce((all, { amount_cents }) => all + amount_cents, 0))
  if (rows.every(({ state }) => state === 'paid')) return `${total} is on its way to your card`
  if (rows.some(({ state }) => state === 'returned')) return 'A card did not take the money back'
  return `Withdrawal of ${total} requested`
}
