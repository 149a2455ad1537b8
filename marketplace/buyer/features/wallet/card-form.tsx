/** A new card. Its number, date and code are typed into fields of the card provider; what comes out of them here is a token. */

import { useSignals } from '@preact/signals-react/runtime'
import { Lock } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useBackground } from '#marketplace/buyer/platform/background.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import type { BillingInfoWire } from '#shared/contract/money.ts'
import { Button } from '#shared/ui/button.tsx'
import type { CardsModel } from './cards-model.ts'
import { askToken, frameAddress, type Tokenized } from './hosted-fields.ts'
import { frameDeps, ProviderFrame } from './provider-frame.tsx'
import { attachRecurlyFields } from './recurly-script.ts'
import type { Billing } from './use-terms.ts'

export interface CardFormProps {
  cards: CardsModel
  billing: Billing
  /** The card that goes when the new one is there. */
  replaces?: number
  onSaved: (card: BillingInfoWire) => void
  onCancel?: () => void
}

type Tokenize = () => Promise<Tokenized>

export function CardForm({ cards, billing, replaces, onSaved, onCancel }: CardFormProps) {
  useSignals()
  // A function in a state is called when it is set, so it stands in a box.
  const [fields, setFields] = useState<{ tokenize: Tokenize } | null>(null)
  const [isReading, setReading] = useState(false)
  const [invalid, setInvalid] = useState<string | null>(null)
  const isBusy = isReading || cards.busy.value === 'new'
  const ready = useCallback((tokenize: Tokenize) => setFields({ tokenize }), [])
  useEffect(() => cards.forgetProblem, [cards])

  async function save() {
    if (fields === null || isBusy) return
    setReading(true)
    setInvalid(null)
    const read = await fields.tokenize().finally(() => setReading(false))
    if (read.kind === 'invalid') return setInvalid(read.message)
    const card = await cards.add(read.token, replaces)
    if (card !== null) onSaved(card)
  }

  return (
    <div className="grid gap-3">
      {billing.driver === 'recurly' ? (
        <RecurlyFields billing={billing} onReady={ready} />
      ) : (
        <EmbeddedFields billing={billing} onReady={ready} onEnter={() => void save()} />
      )}
      <p className="flex items-center gap-1.5 text-text-3 text-xs">
        <Lock size={13} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
        The number goes to the card service only. {BRAND} keeps brand, last four digits and expiry.
      </p>
      <FormProblem message={invalid ?? cards.problem.value} />
      <div className="flex gap-2">
        <Button
          className="pointer-coarse:h-11"
          isBusy={isBusy}
          disabled={fields === null}
          onClick={() => void save()}
        >
          {replaces === undefined ? 'Add card' : 'Replace card'}
        </Button>
        {onCancel ? (
          <Button variant="ghost" className="pointer-coarse:h-11" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </div>
  )
}

interface FieldsProps {
  billing: Billing
  onReady: (tokenize: Tokenize) => void
}

function EmbeddedFields({ billing, onReady, onEnter }: FieldsProps & { onEnter: () => void }) {
  useSignals()
  const { theme } = useServices()
  const frame = useRef<HTMLIFrameElement>(null)
  // What was typed would be lost with another address: the theme is the one it was opened in.
  const [src] = useState(() =>
    billing.fieldsUrl === null
      ? null
      : frameAddress(billing.fieldsUrl, window.location.href, { theme: theme.shown.peek() }),
  )
  if (src === null) return <NoCards />
  return (
    <ProviderFrame
      src={src}
      title="Card details"
      frame={frame}
      heightClass="h-40"
      onMessage={({ type }) => {
        if (type === 'ready') onReady(() => askToken(frameDeps(src, frame)))
        if (type === 'enter') onEnter()
      }}
    />
  )
}

function RecurlyFields({ billing: { publicKey }, onReady }: FieldsProps) {
  const background = useBackground()
  const form = useRef<HTMLFormElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    let isGone = false
    async function draw() {
      const isLoaded = await (await background?.scripts())?.need('billing')
      if (isGone || place.current === null || form.current === null) return
      const tokenize =
        isLoaded && publicKey !== null ? attachRecurlyFields(place.current, form.current, publicKey) : null
      if (tokenize === null) setMissing(true)
      else onReady(tokenize)
    }
    void draw()
    return () => {
      isGone = true
    }
  }, [background, publicKey, onReady])
  if (isMissing) return <NoCards />
  return (
    <form ref={form} className="grid gap-3" onSubmit={(event) => event.preventDefault()}>
      <div className="grid grid-cols-2 gap-3">
        <HolderField label="First name" name="first_name" autoComplete="cc-given-name" />
        <HolderField label="Last name" name="last_name" autoComplete="cc-family-name" />
      </div>
      <div ref={place} className="min-h-11" />
    </form>
  )
}

function HolderField({ label, name, autoComplete }: { label: string; name: string; autoComplete: string }) {
  return (
    <label className="grid gap-1.5 font-label text-sm">
      {label}
      <input
        data-recurly={name}
        autoComplete={autoComplete}
        className="h-10 w-full min-w-0 rounded-md border border-field bg-surface px-2.75 font-regular text-base"
      />
    </label>
  )
}

export const NoCards = () => (
  <Note tone="warn">
    <Alert>
      Cards cannot be taken at the moment. A blocker may hold the card service back: allow it, then reload the
      page.
    </Alert>
  </Note>
)
