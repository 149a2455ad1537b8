/** The step at the card's bank (3-D Secure): a page of the bank in a frame, or what the provider's script draws. */

import { useEffect, useRef, useState } from 'react'
import { useBackground } from '#marketplace/buyer/platform/background.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import type { PaymentWire } from '#shared/contract/money.ts'
import { frameAddress } from './hosted-fields.ts'
import { ProviderFrame } from './provider-frame.tsx'
import { attachRecurlyStep } from './recurly-script.ts'
import type { Billing } from './use-terms.ts'

export interface BankStepProps {
  action: NonNullable<PaymentWire['action']>
  billing: Billing | null
  /** The bank is done, one way or the other. */
  onDone: (resultToken?: string) => void
}

export function BankStep({ action, billing, onDone }: BankStepProps) {
  if (action.url) return <BankFrame address={action.url} onDone={onDone} />
  if (action.token && billing?.publicKey)
    return <ScriptStep actionToken={action.token} publicKey={billing.publicKey} onDone={onDone} />
  return <NoStep />
}

function BankFrame({ address, onDone }: { address: string; onDone: BankStepProps['onDone'] }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { theme } = useServices()
  const [src] = useState(() => frameAddress(address, window.location.href, { theme: theme.shown.peek() }))
  return (
    <ProviderFrame
      src={src}
      title="Your bank’s confirmation"
      frame={frame}
      heightClass="h-96"
      onMessage={(message) => {
        if (message.type === 'action_done') onDone(message.result_token)
      }}
    />
  )
}

interface ScriptStepProps extends Pick<BankStepProps, 'onDone'> {
  actionToken: string
  publicKey: string
}

function ScriptStep({ actionToken, publicKey, onDone }: ScriptStepProps) {
  const background = useBackground()
  const place = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  const latest = useRef(onDone)
  latest.current = onDone
  useEffect(() => {
    let isGone = false
    async function draw() {
      const isLoaded = await (await background?.scripts())?.need('billing')
      if (isGone || place.current === null) return
      const isDrawn =
        isLoaded === true &&
        attachRecurlyStep(place.current, { publicKey, actionToken }, (token) =>
          latest.current(token ?? undefined),
        )
      if (!isDrawn) setMissing(true)
    }
    void draw()
    return () => {
      isGone = true
    }
  }, [background, publicKey, actionToken])
  return isMissing ? <NoStep /> : <div ref={place} className="min-h-96" />
}

const NoStep = () => (
  <Note tone="warn">
    <Alert>Your bank’s page could not be opened. Nothing was taken. Reload the page to try again.</Alert>
  </Note>
)
