/** The files of an offer from both sides, and asking the buyer for more. Each opening is written down by the server. */

import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { STEP_WORDS } from '#marketplace/kit/offer-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { OfferDetail } from '#marketplace/seller/offers/offer-rows.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { formatCents } from '#shared/format/money.ts'
import { isActive } from '#shared/rules/offers/offer-graph.ts'
import { Button } from '#shared/ui/button.tsx'
import { httpUrl } from '#shared/ui/http-url.ts'
import { Part } from './part.tsx'

const MESSAGE_MAX = 1000

export function OfferFiles({ store, offer }: { store: SellerStore; offer: OfferDetail }) {
  const proof = offer.proof_of_funds
  const files = [
    ...(proof ? [{ key: 'proof', name: 'Proof of funds', url: proof.url, about: proofWords(proof) }] : []),
    ...offer.corporate_documents.map(
      ({ id, title, url, file_name, step, is_from_seller: isOurs, is_quarantined: isQuarantined }) => ({
        key: String(id),
        name: title,
        url,
        about: [
          step && STEP_WORDS[step],
          isOurs && 'from you',
          file_name !== title && file_name,
          isQuarantined && BEING_CHECKED,
        ]
          .filter(Boolean)
          .join(', '),
      }),
    ),
  ]
  return (
    <Part title="Files">
      {files.length === 0 ? <p className="text-sm text-text-2">No files yet.</p> : null}
      <ul className="grid gap-1.5 text-sm">
        {files.map(({ key, name, url, about }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-2">
            <FileLink name={name} url={url ?? null} />
            <span className="num whitespace-normal text-text-2">{about}</span>
          </li>
        ))}
      </ul>
      {isActive(offer.state) && store.mayChange('reply') ? (
        <AskForFiles store={store} offerId={offer.id} />
      ) : null}
    </Part>
  )
}

function FileLink({ name, url }: { name: string; url: string | null }) {
  const href = httpUrl(url)
  if (href === null) return <span className="font-medium">{name}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="inline-flex items-center gap-1 font-medium text-accent-text hover:underline"
    >
      {name} <ExternalLink size={13} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">, opens in a new tab</span>
    </a>
  )
}

const BEING_CHECKED = 'being checked for viruses'
const REVIEW_WORDS = { pending: 'under review', approved: 'reviewed', rejected: 'not accepted' } as const

function proofWords(proof: NonNullable<OfferDetail['proof_of_funds']>): string {
  const parts = [
    proof.bank,
    proof.amount_cents == null ? null : formatCents(proof.amount_cents),
    proof.valid_until == null ? null : `valid until ${dayWords(proof.valid_until)}`,
    proof.is_quarantined ? BEING_CHECKED : REVIEW_WORDS[proof.review ?? 'pending'],
  ]
  return parts.filter(Boolean).join(', ')
}

function AskForFiles({ store, offerId }: { store: SellerStore; offerId: number }) {
  const typedForm = useTypedInput()
  const [text, setText] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const { isBusy, errorMessage, run, marks, problemId } = useAction()
  const send = async () => {
    if (text === null || text.trim() === '' || isBusy) return
    if (!(await run(() => store.offers.askForDocuments(offerId, text)))) return
    setText(null)
    setSaid('Request sent. See the conversation.')
  }
  return (
    <div className="pt-3">
      <p role="status" className="pb-2 text-gain-text text-sm empty:sr-only">
        {said}
      </p>
      {text === null ? (
        <Button size="sm" onClick={() => setText('Can you send a current proof of funds?')}>
          Ask for documents
        </Button>
      ) : (
        <form
          ref={typedForm}
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <label className="grid gap-1 font-medium text-sm">
            What do you need?
            <textarea
              {...marks('message')}
              value={text}
              rows={2}
              maxLength={MESSAGE_MAX}
              onChange={(event) => setText(event.currentTarget.value)}
              className="field-box font-regular"
            />
          </label>
          <FormProblem id={problemId} message={errorMessage} />
          <div className="flex gap-2">
            <Button type="submit" size="sm" variant="primary" isBusy={isBusy}>
              Send
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setText(null)}>
              Back
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
