/** One saved search: what it asks for, what is new in it, and its ways to be changed, copied, passed on and forgotten. */
import { Suspense, useMemo, useState } from 'react'
import type { SearchesModel } from '#marketplace/buyer/platform/searches-model.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { SearchDialog } from '#marketplace/buyer/ui/search/search-dialog.tsx'
import {
  ALERT_WORDS,
  SEARCH_CHANNEL_WORDS,
  searchHref,
  sharedHref,
} from '#marketplace/buyer/ui/search/search-labels.ts'
import { ActionButton } from '#marketplace/kit/ui/action-button.tsx'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { SavedSearchWire } from '#shared/contract/saved-searches.ts'
import { SEARCH_NAME_MAX } from '#shared/contract/search-limits.ts'
import { formatNumber } from '#shared/format/count.ts'
import { readQuery } from '#shared/rules/deals/query-codec.ts'
import { searchParts } from '#shared/rules/deals/search-name.ts'
import { Button } from '#shared/ui/button.tsx'
import { problemWords } from './problem-labels.ts'

const WebhookDialog = lazyPart(() => import('./webhook-dialog.tsx'))

export interface SearchRowProps {
  model: SearchesModel
  search: SavedSearchWire
  /** One more may be kept. */
  canCopy: boolean
}

export function SearchRow(props: SearchRowProps) {
  const { search } = props
  const parts = useMemo(
    () => searchParts(readQuery(new URLSearchParams(search.query)).query.filter),
    [search.query],
  )
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link href={searchHref(search)} className="min-w-0 truncate font-semibold text-md hover:underline">
          {search.name}
        </Link>
        {search.new_count === 0 ? null : <Tag tone="accent">{formatNumber(search.new_count)} new</Tag>}
        {search.is_webhook_paused ? <Tag tone="warn">Webhook paused</Tag> : null}
      </div>
      <p className="text-sm text-text-2">{parts.length === 0 ? 'All deals' : parts.join(' · ')}</p>
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1">
        <p className="mr-auto min-w-0 text-sm text-text-3 max-desk:basis-full">{alertWords(search)}</p>
        <Actions {...props} />
      </div>
    </li>
  )
}

function alertWords({ alert, channels }: SavedSearchWire): string {
  if (alert === 'off') return ALERT_WORDS.off
  return [ALERT_WORDS[alert], ...channels.map((channel) => SEARCH_CHANNEL_WORDS[channel])].join(', ')
}

function Actions({ model, search, canCopy }: SearchRowProps) {
  const [open, setOpen] = useState<'edit' | 'webhook' | 'forget' | null>(null)
  const close = () => setOpen(null)
  async function copy() {
    const name = `${search.name.slice(0, SEARCH_NAME_MAX - COPY.length)}${COPY}`
    const { query, alert, channels } = search
    const answer = await model.keep({ name, query, alert, channels })
    if (answer.kind === 'failed') toast(problemWords(answer.failure))
  }
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="pointer-coarse:h-11"
        aria-label={`Edit ${search.name}`}
        onClick={() => setOpen('edit')}
      >
        Edit
      </Button>
      <ActionButton
        name={`More for ${search.name}`}
        actions={[
          ...(canCopy ? [{ label: 'Duplicate', onPress: () => void copy() }] : []),
          { label: 'Share', onPress: () => void share(search) },
          { label: 'Webhook', onPress: () => setOpen('webhook') },
          { label: 'Delete', onPress: () => setOpen('forget') },
        ]}
      />
      {open === 'edit' ? <EditDialog model={model} search={search} onClose={close} /> : null}
      {open === 'webhook' ? (
        <Suspense fallback={null}>
          <WebhookDialog search={search} onClose={close} />
        </Suspense>
      ) : null}
      {open === 'forget' ? <ForgetDialog model={model} search={search} onClose={close} /> : null}
    </>
  )
}

const COPY = ' (copy)'

/** The phone's own way where there is one, else the link is copied. */
async function share({ name, query }: SavedSearchWire): Promise<void> {
  const url = new URL(sharedHref({ query }), window.location.href).href
  if ('share' in navigator && window.matchMedia('(pointer: coarse)').matches)
    return navigator.share({ title: name, url }).catch(() => {})
  try {
    await navigator.clipboard.writeText(url)
    toast('Link copied. It shows the same filters to anybody')
  } catch {
    toast('The browser did not let the link be copied. Open the search and copy its address.')
  }
}

interface DialogProps extends Pick<SearchRowProps, 'model' | 'search'> {
  onClose: () => void
}

function EditDialog({ model, search, onClose }: DialogProps) {
  return (
    <SearchDialog
      title="Edit saved search"
      label="Save changes"
      first={search}
      onClose={onClose}
      save={async ({ name, alert, channels }) => {
        const answer = await model.change(search.id, { name, alert, channels })
        if (answer.kind === 'failed') return problemWords(answer.failure)
        toast('Search saved')
        return null
      }}
    >
      <p className="text-sm text-text-2">
        <Link href={searchHref(search)} className="text-link">
          Change its filters on the deals
        </Link>{' '}
        and save the search there.
      </p>
    </SearchDialog>
  )
}

function ForgetDialog({ model, search, onClose }: DialogProps) {
  const { isBusy, during } = useBusy()
  const [error, setError] = useState<string | null>(null)
  async function forget() {
    const failure = await during(model.forget(search.id))
    if (failure) return setError(problemWords(failure))
    toast('Search deleted')
  }
  return (
    <ConfirmDialog
      title="Delete this search?"
      confirmLabel="Delete search"
      isDanger
      isBusy={isBusy}
      error={error}
      onConfirm={() => void forget()}
      onCancel={onClose}
    >
      <p>“{search.name}” and its alerts end. The deals stay where they are.</p>
    </ConfirmDialog>
  )
}
