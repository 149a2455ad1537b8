/** One buyer of the list: who it is, where they come from, how a deal fits them, and their tags. */
import { useState } from 'react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { Dialog } from '#marketplace/kit/ui/dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { fitWords } from '#marketplace/seller/buyers/fit-labels.ts'
import { trustFacts } from '#marketplace/seller/offers/trust-facts.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import type { BuyerSource, SellerBuyerRowWire } from '#shared/contract/seller-buyers.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { TagsForm } from './tags-form.tsx'

export function BuyerRow({
  store,
  row,
  hasDeal,
}: {
  store: SellerStore
  row: SellerBuyerRowWire
  hasDeal: boolean
}) {
  const [isTagging, setTagging] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const { customer } = row
  const message = () => {
    if (!customer) return
    store.open(customer.id)
    store.go({ kind: 'messages' })
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={row.name} id={customer?.id ?? row.id} size={32} />
        <div className="min-w-44 flex-1">
          <p className="truncate font-semibold">{row.name}</p>
          <p className="wrap-anywhere text-text-2 text-xs">{aboutOf(row)}</p>
          <Proofs row={row} />
        </div>
        {hasDeal ? <Match match={row.match} /> : null}
        <div className="flex gap-1 max-duo:ms-auto">
          {customer && row.source !== 'import' ? (
            <Button size="sm" onClick={message} aria-label={`Message ${row.name}`}>
              Message
            </Button>
          ) : null}
          {store.mayChange('reply') ? (
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={isTagging}
              aria-label={`Tags of ${row.name}`}
              onClick={() => setTagging(!isTagging)}
            >
              Tags
            </Button>
          ) : null}
          {row.source === 'import' && store.mayChange('settings') ? (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Remove ${row.name}`}
              onClick={() => setRemoving(true)}
            >
              Remove
            </Button>
          ) : null}
        </div>
      </div>
      {row.tags.length > 0 ? (
        <ul aria-label={`Tags of ${row.name}`} className="flex flex-wrap gap-1 ps-12">
          {row.tags.map((tag) => (
            <li key={tag} className="rounded-full bg-sunken px-2 py-0.5 text-text-2 text-xs">
              {tag}
            </li>
          ))}
        </ul>
      ) : null}
      {isRemoving ? <RemoveDialog store={store} row={row} onClose={() => setRemoving(false)} /> : null}
      {isTagging ? <TagsForm store={store} row={row} onClose={() => setTagging(false)} /> : null}
    </li>
  )
}

function Match({ match }: Pick<SellerBuyerRowWire, 'match'>) {
  return (
    <span className="grid text-text-2 max-duo:grow max-duo:basis-1/2 max-duo:ps-12 duo:justify-items-end">
      <span className={classNames('num font-semibold text-sm', match?.is_match && 'text-gain-text')}>
        {match ? (match.is_match ? `${match.score} of 100` : 'No match') : 'No buy box'}
      </span>
      {match ? <span className="text-xs">{fitWords(match.reason)}</span> : null}
    </span>
  )
}

const SOURCES: Readonly<Record<BuyerSource, string>> = {
  conversation: 'Talks with you',
  attached: 'Came by your link',
  import: 'Imported',
}

/** The two best things known of them, and where they come from. */
function aboutOf(row: SellerBuyerRowWire): string {
  const { customer, source, email, phone, has_consent, consents } = row
  const parts: string[] = [SOURCES[source]]
  if (email !== null && email !== undefined) parts.push(email)
  if (phone) parts.push(formatPhone(phone))
  if (source === 'import')
    parts.push(
      has_consent
        ? agreedTo(consents)
        : row.is_unconfirmed
          ? 'asked to confirm, gets nothing yet'
          : 'no consent, gets nothing',
    )
  if (source === 'import' && has_consent && !customer) parts.push('no account here yet')
  const known = customer ? trustFacts(customer).filter(({ isGood }) => isGood) : []
  return [...parts, ...known.slice(0, 2).map(({ words }) => words)].join(' · ')
}

const agreedTo = (consents: SellerBuyerRowWire['consents']): string => {
  if (!consents?.sms) return 'agreed to emails'
  return consents.email ? 'agreed to emails and texts' : 'agreed to texts'
}

/** How and when an imported buyer agreed, for each channel, and who imported it. */
function Proofs({ row: { consents } }: { row: SellerBuyerRowWire }) {
  const proofs = [
    ['Emails', consents?.email],
    ['Texts', consents?.sms],
  ] as const
  return proofs.map(([channel, proof]) =>
    proof ? (
      <p key={channel} className="wrap-anywhere num whitespace-normal text-text-2 text-xs">
        {channel}: {proof.how}, {dayWords(proof.at)}
        {proof.by ? `, imported by ${proof.by}` : null}
        {proof.confirmed_at ? `, confirmed ${dayWords(proof.confirmed_at)}` : null}
      </p>
    ) : null,
  )
}

interface RemoveDialogProps {
  store: SellerStore
  row: SellerBuyerRowWire
  onClose: () => void
}

/** Asks before an imported buyer leaves the list: tags and consent go with them. */
function RemoveDialog({ store: { buyers }, row, onClose }: RemoveDialogProps) {
  const { isBusy, errorMessage, run } = useAction()
  const remove = async () => {
    if (await run(() => buyers.remove(row.id))) onClose()
  }
  return (
    <Dialog
      title={`Remove ${row.name}?`}
      action="Remove buyer"
      mayAct
      isDanger
      isBusy={isBusy}
      onAct={() => void remove()}
      onClose={onClose}
    >
      <p className="text-sm">
        {row.name} gets no more messages from you. The tags and the record of the consent are deleted too.
      </p>
      <FormProblem message={errorMessage} />
    </Dialog>
  )
}
