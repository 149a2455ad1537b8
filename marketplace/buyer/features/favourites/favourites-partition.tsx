/** Profile, Favorites: what is kept, with what changed since, in an order and by labels; several at once can be compared or let go. */
import { useSignals } from '@preact/signals-react/runtime'
import { Heart } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { EmptyState } from '#marketplace/buyer/ui/empty-state.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { dealAt } from '#shared/rules/deals/deal-facts.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { arranged, type Favourite, labelsOf, type SortKey } from './arrange.ts'
import { FavouriteRow } from './favourite-row.tsx'
import { createFavouritesModel, type FavouritesModel } from './favourites-model.ts'
import { Toolbar } from './toolbar.tsx'

export default function FavouritesPartition() {
  useSignals()
  const { api } = useServices()
  const { favourites } = useDealServices()
  const [model] = useState(() => createFavouritesModel(api, favourites))
  useEffect(() => void model.load(), [model])
  const state = model.state.value
  if (state.phase === 'loading') return <Loading />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void model.load()}>{failureWords(state.failure)}</LoadFailed>
  return <Kept model={model} />
}

function Kept({ model }: { model: FavouritesModel }) {
  useSignals()
  const { addresses, deals } = useDealServices()
  const isAwaited = deals.state.value.phase === 'loading'
  const [sort, setSort] = useState<SortKey>('kept')
  const [label, setLabel] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const all = useKept(model)
  const labels = labelsOf(all)
  const shown = arranged(all, sort, label !== null && labels.includes(label) ? label : null)
  const picked = all.filter(({ kept }) => chosen.has(kept.property_id))
  const gone = model.gone.value

  function choose(id: number, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  function remove() {
    const former = picked.map(({ kept }) => kept)
    setChosen(new Set())
    void model.remove(former.map((one) => one.property_id))
    const words = former.length === 1 ? '1 favorite removed' : `${former.length} favorites removed`
    toast(words, { action: { label: 'Undo', run: () => void model.restore(former) } })
  }
  const note =
    gone === 0 ? null : (
      <p role="status" className="mb-3 text-sm text-text-2">
        {gone === 1 ? '1 favorite is' : `${gone} favorites are`} no longer listed and left this list.
      </p>
    )
  if (all.length === 0)
    return (
      <>
        {note}
        <Nothing />
      </>
    )
  return (
    <>
      {note}
      <Toolbar
        sort={sort}
        label={label}
        labels={labels}
        picked={picked}
        isAllPicked={shown.every(({ kept }) => chosen.has(kept.property_id))}
        onSort={setSort}
        onLabel={setLabel}
        onPickAll={(isOn) => setChosen(new Set(isOn ? shown.map(({ kept }) => kept.property_id) : []))}
        onRemove={remove}
      />
      <div className="@container/deals rounded-lg border border-line">
        <ul aria-label="Favorites" className="[&>li+li]:border-line [&>li+li]:border-t">
          {shown.map((favourite) => {
            const id = favourite.kept.property_id
            return (
              <FavouriteRow
                key={id}
                favourite={favourite}
                isAwaited={isAwaited}
                address={addresses.requests.value.get(id)?.address ?? null}
                isChosen={chosen.has(id)}
                onChoose={(isChosen) => choose(id, isChosen)}
                onLabel={(next) => model.label(id, next)}
              />
            )
          })}
        </ul>
      </div>
    </>
  )
}

/** What is kept now, with its deal; what came meanwhile is asked for, what is not listed asked about. */
function useKept(model: FavouritesModel): readonly Favourite[] {
  useSignals()
  const { deals, favourites } = useDealServices()
  useEffect(() => void deals.load(), [deals])
  const state = model.state.value
  const list = deals.state.value
  const ids = favourites.ids.value
  const table = list.phase === 'ready' ? list.table : null
  const isFresh = list.phase === 'ready' && list.isFresh
  useEffect(() => {
    if (state.phase === 'ready') model.follow(ids)
  }, [model, state, ids])
  useEffect(() => {
    if (table !== null && isFresh) void model.recheck([...ids].filter((id) => table.rowOf(id) < 0))
  }, [model, table, isFresh, ids])
  if (state.phase !== 'ready') return []
  return [...state.value.values()]
    .filter(({ property_id }) => ids.has(property_id))
    .map((kept) => {
      const row = table === null ? -1 : table.rowOf(kept.property_id)
      return { kept, deal: table === null || row < 0 ? null : dealAt(table, row) }
    })
}

function Nothing() {
  return (
    <EmptyState
      icon={Heart}
      title="No favorites yet"
      action={
        <LinkButton variant="primary" href="/deals">
          Browse deals
        </LinkButton>
      }
    >
      Press the heart of a deal to keep it here, with its price at that time and labels of your own.
    </EmptyState>
  )
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-40 rounded-lg" />
    </div>
  )
}
