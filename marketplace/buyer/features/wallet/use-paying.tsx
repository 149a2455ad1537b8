/** One payment of a dialog, with the key that survives a reload of the tab, and the text while the result is unknown. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { formMessage } from '#marketplace/kit/attempt.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { createPayKey } from './pay-key.ts'
import { createPaying, type Paying } from './paying.ts'

export type PaidWhat = 'payment' | 'withdrawal'

const KEYS: Readonly<Record<PaidWhat, string>> = { payment: 'plat.payKey', withdrawal: 'plat.withdrawKey' }

export function usePaying(what: PaidWhat = 'payment'): Paying {
  const { clock } = useServices()
  const [paying] = useState(() => {
    const key = createPayKey({
      storage: () => window.sessionStorage,
      random: () => window.crypto.randomUUID(),
      name: KEYS[what],
    })
    return createPaying({ key, clock, what })
  })
  useEffect(() => paying.giveUp, [paying])
  return paying
}

interface PayingNoticeProps {
  paying: Paying
  what?: PaidWhat
  /** Fields with an error line, as in `formMessage`. */
  placed?: readonly string[]
}

export function PayingNotice({ paying, what = 'payment', placed = [] }: PayingNoticeProps) {
  useSignals()
  const fields = paying.fields.value
  const isAtFields = Object.keys(fields).length > 0
  return paying.isChecking.value ? (
    <Note tone="warn" role="status">
      Checking… No answer came, so the {what} may have gone through. It is never{' '}
      {what === 'payment' ? 'taken' : 'paid'} twice. You can close this: your transactions show it as soon as
      it is known.
    </Note>
  ) : (
    <FormProblem
      message={formMessage({ fields, message: isAtFields ? null : paying.problem.value }, placed)}
    />
  )
}
