/** A new blast or digest: what it says and whom it is for on one side, how many that are and how it looks on the other. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { errorAt, focusWrong, formMessage } from '#marketplace/kit/attempt.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import {
  type BlastDraft,
  type BlastFields,
  createBlastDraft,
  maySend,
} from '#marketplace/seller/blasts/blast-draft.ts'
import { buyersWords } from '#marketplace/seller/blasts/blast-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { AdvisedButton } from '#marketplace/seller/ui/advised-button.tsx'
import { TextField } from '#marketplace/seller/ui/deals/fields.tsx'
import { PropertyList } from '#marketplace/seller/ui/property-list.tsx'
import { DIGEST_DEALS_MAX } from '#shared/contract/campaign-limits.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { placedDoubts } from '#shared/rules/fair-housing/doubtful-phrases.ts'
import { Button } from '#shared/ui/button.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { BlastLooks } from './blast-looks.tsx'
import { AllBlasts } from './blast-page.tsx'
import { MessageField, WordFields } from './word-fields.tsx'

interface BlastFormProps {
  store: SellerStore
  /** What it begins with. The same object, or the form is another one. */
  first: Partial<BlastFields>
}

export function BlastForm({ store, first: given }: BlastFormProps) {
  const [first] = useState(given)
  const [draft, setDraft] = useState<BlastDraft | null>(null)
  const typedForm = useTypedInput()
  useEffect(() => {
    const made = createBlastDraft(store.call, systemClock, first)
    setDraft(made)
    void store.properties.load()
    void store.buyers.load()
    return made.dispose
  }, [store, first])
  if (!draft) return null
  const isDigest = first.kind === 'deals_digest'
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div ref={typedForm} className="mx-auto grid max-w-260 grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5">
        <AllBlasts />
        <ViewHeading name={isDigest ? 'New deals digest' : 'New blast'} />
        <div className="grid items-start gap-6 duo:grid-cols-[minmax(0,1fr)_340px]">
          <div className="grid min-w-0 gap-6">
            {isDigest ? (
              <DigestFields store={store} draft={draft} />
            ) : (
              <WordFields store={store} draft={draft} />
            )}
            <AudienceFields store={store} draft={draft} />
            <Sending store={store} draft={draft} />
          </div>
          <BlastLooks store={store} draft={draft} />
        </div>
      </div>
    </div>
  )
}

function Sending({ store, draft }: { store: SellerStore; draft: BlastDraft }) {
  useSignals()
  const { fields, reach, errors, notice } = draft
  const sending = useBusy()
  const testing = useBusy()
  const count = reach.value?.reachable ?? null
  const isReady = maySend(fields.value)
  const { kind } = fields.value
  const send = async () => {
    const made = await sending.during(draft.send())
    if (made === null) focusWrong()
    else store.go({ kind: 'blast', id: made })
  }
  return (
    <section aria-label="Sending" className="grid gap-3">
      <div className="w-60 max-w-full">
        <TextField
          label="Send at (your time)"
          hint="Leave this empty to send now."
          type="datetime-local"
          value={fields.value.sendAt}
          error={errorAt(errors.value, 'send_at')}
          onChange={(text) => draft.set({ sendAt: text })}
        />
      </div>
      <FormProblem message={formMessage(errors.value, placedOf(fields.value))} />
      <p role="status" className="text-gain-text text-sm empty:sr-only">
        {notice.value}
      </p>
      <div className="flex flex-wrap gap-2">
        <AdvisedButton
          variant="primary"
          doubts={doubtsOf(fields.value)}
          verb={fields.value.sendAt === '' ? 'Send' : 'Schedule'}
          done="Sent"
          disabled={!isReady || count === null || count === 0}
          isBusy={sending.isBusy}
          onConfirm={() => void send()}
        >
          {labelOf(fields.value.sendAt !== '', count)}
        </AdvisedButton>
        {kind === 'blast' ? (
          <Button
            disabled={!isReady}
            isBusy={testing.isBusy}
            onClick={() => void testing.during(draft.test())}
          >
            Send a test to me
          </Button>
        ) : null}
      </div>
      <p className="text-sm text-text-2 empty:hidden">{whyNot({ kind, isReady, count })}</p>
    </section>
  )
}

const placedOf = ({ kind, channel }: BlastFields): readonly string[] => [
  'message',
  'audience.query',
  'send_at',
  ...(kind === 'blast' && channel === 'email' ? ['subject'] : []),
]

/** By mail alone it has a subject. */
const doubtsOf = ({ kind, channel, subject, message }: BlastFields) =>
  placedDoubts({ subject: kind === 'blast' && channel === 'email' ? [subject] : [], message: [message] })

function labelOf(isLater: boolean, count: number | null): string {
  if (count === null) return isLater ? 'Schedule' : 'Send'
  return `${isLater ? 'Schedule for' : 'Send to'} ${buyersWords(count)}`
}

interface WhyNot {
  kind: BlastFields['kind']
  isReady: boolean
  /** Whom it reaches; null while it is not known. */
  count: number | null
}

/** Why it cannot be sent. What went wrong is said above. */
function whyNot({ kind, isReady, count }: WhyNot): string | null {
  if (!isReady)
    return kind === 'blast'
      ? 'Write a message or choose a deal first.'
      : `Choose from one to ${DIGEST_DEALS_MAX} deals.`
  return count === 0 ? 'No buyer would get this. Choose a wider audience, or see who is left out.' : null
}

/** What a digest says: its deals, each a card in the messenger, and words before them. */
function DigestFields({ store, draft }: { store: SellerStore; draft: BlastDraft }) {
  useSignals()
  const { propertyIds } = draft.fields.value
  return (
    <section aria-label="What it says" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-text-2">
        A digest appears only in the messenger. It counts toward the weekly blast limit of each buyer.
      </p>
      <MessageField draft={draft} />
      <PropertyList
        store={store}
        legend="Deals"
        kind="several"
        isForSale
        chosen={propertyIds}
        onChoose={(ids) => draft.set({ propertyIds: ids })}
      />
    </section>
  )
}
