/** The account's buyers: found by name, by tag and by how well a deal fits them; tagged; brought from a list. */
import { useSignals } from '@preact/signals-react/runtime'
import { Upload } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { ListFilters } from '#marketplace/seller/ui/list-filters.tsx'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import { hashOf } from '#shared/contract/seller-places.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { BuyerRow } from './buyer-row.tsx'
import { ImportDialog } from './import-dialog.tsx'

export function BuyersPlace({ store, dealId }: { store: SellerStore; dealId: number | null }) {
  useSignals()
  const { buyers } = store
  const [isImporting, setImporting] = useState(false)
  useEffect(() => {
    void buyers.show({ dealId })
    void store.properties.load()
  }, [buyers, store, dealId])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-260 grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5">
        <Head store={store} dealId={dealId}>
          {store.mayChange('settings') ? (
            <Button onClick={() => setImporting(true)}>
              <Upload size={15} strokeWidth={1.75} aria-hidden="true" /> Import buyers
            </Button>
          ) : null}
        </Head>
        <FormProblem message={buyers.errorMessage.value} />
        {dealId === null || buyers.isMatched.value ? null : (
          <p className="rounded-md bg-sunken px-4 py-2.5 text-sm text-text-2">
            This deal is off the market, so it isn’t compared with buy boxes. List it again to see matching
            buyers.
          </p>
        )}
        <Body store={store} dealId={dealId} />
        {buyers.hasMore.value ? (
          <Button className="justify-self-center" onClick={() => void buyers.loadMore()}>
            Load more buyers
          </Button>
        ) : null}
      </div>
      {isImporting ? (
        <ImportDialog
          buyers={buyers}
          accountId={store.member.account.id}
          onClose={() => setImporting(false)}
        />
      ) : null}
    </div>
  )
}

function Head({
  store,
  dealId,
  children,
}: {
  store: SellerStore
  dealId: number | null
  children: ReactNode
}) {
  useSignals()
  const { filter, tags, count, state, show } = store.buyers
  const { text, tag } = filter.value
  const goTo = (value: string) => store.go({ kind: 'buyers', dealId: value === '' ? null : Number(value) })
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <ViewHeading name="Buyers" className="me-auto font-semibold text-lg">
          Buyers{' '}
          {state.value === 'ready' ? (
            <span className="num font-regular text-text-2">{count.value}</span>
          ) : null}
        </ViewHeading>
        {children}
      </div>
      <ListFilters
        list={store.buyers}
        isFiltered={text !== '' || tag !== '' || dealId !== null}
        search={{
          label: 'Search buyers',
          placeholder: 'Name or email',
          text,
          onChange: (next) => void show({ text: next }),
        }}
      >
        <select
          aria-label="Tag"
          value={tag}
          onChange={(event) => void show({ tag: event.currentTarget.value })}
          className="field-box w-auto! max-duo:grow"
        >
          <option value="">Any tag</option>
          {tags.value.map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
        </select>
        <select
          aria-label="How well a deal fits"
          value={dealId ?? ''}
          onChange={(event) => goTo(event.currentTarget.value)}
          className="field-box w-auto! max-w-full max-duo:grow"
        >
          <option value="">Match with a deal…</option>
          {store.properties.rows.value.map(({ id, full_address }) => (
            <option key={id} value={id}>
              {full_address}
            </option>
          ))}
        </select>
        {dealId === null || state.value !== 'ready' || !store.mayChange('outreach') ? null : (
          <a
            href={hashOf({ kind: 'new-blast', propertyId: dealId })}
            className="target self-center font-medium text-accent-text text-sm hover:underline"
          >
            Message matching buyers
          </a>
        )}
      </ListFilters>
    </div>
  )
}

function Body({ store, dealId }: { store: SellerStore; dealId: number | null }) {
  useSignals()
  const { rows, state, isGone, filter, load, isMatched } = store.buyers
  switch (state.value) {
    case 'loading':
      return (
        <div role="status" aria-label="Loading buyers" className="grid gap-2">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-16 w-full" />
          ))}
        </div>
      )
    case 'failed':
      return isGone.value ? (
        <NotLoaded>This deal does not exist in your account.</NotLoaded>
      ) : (
        <NotLoaded onRetry={() => void load()}>The buyers could not be loaded.</NotLoaded>
      )
    case 'ready':
      if (rows.value.length === 0)
        return (
          <p className="text-text-2">
            {filter.value.text === '' && filter.value.tag === ''
              ? `No buyers yet. Anyone who messages you or makes an offer appears here.${store.mayChange('settings') ? ' You can also import a list.' : ''}`
              : 'No buyers match.'}
          </p>
        )
      return (
        <ul
          aria-label="Buyers"
          className="overflow-hidden rounded-md border border-line [&>li+li]:border-line [&>li+li]:border-t"
        >
          {rows.value.map((row) => (
            <BuyerRow key={row.id} store={store} row={row} hasDeal={dealId !== null && isMatched.value} />
          ))}
        </ul>
      )
  }
}
