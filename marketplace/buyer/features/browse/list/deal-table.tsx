/** The deals as a table: one row each, columns to choose, sorted by pressing their heads, the heads stay in view. */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { type ComponentProps, createContext, use, useId, useRef, useState } from 'react'
import { TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso'
import { dealName, placeOf } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { DealLink } from '#marketplace/buyer/ui/deal/deal-link.tsx'
import { HeartButton } from '#marketplace/buyer/ui/deal/heart-button.tsx'
import { CardMatch } from '#marketplace/buyer/ui/match/card-match.tsx'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import type { DealSort } from '#shared/rules/deals/filter.ts'
import { buttonClass } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { useBrowse } from '../browse-context.tsx'
import { useCardProps } from './list-item.tsx'
import { Stop } from './list-stop.tsx'
import { useBrowsePage } from './page-context.ts'
import { DEAL_WIDTH, keepColumns, readColumns, TABLE_COLUMNS, type TableColumn } from './table-columns.ts'
import { useDealAt } from './use-deal.ts'
import { useKeptList } from './use-kept-list.ts'

const Columns = createContext<readonly TableColumn[]>([])

export function DealTable() {
  useSignals()
  const model = useBrowse()
  const { place, stop } = useBrowsePage()
  const virtuoso = useRef<TableVirtuosoHandle>(null)
  const [columns, setColumns] = useState(() => readColumns(() => window.localStorage))
  const count = model.shown.value?.result.count ?? 0
  const savePlace = useKeptList(virtuoso)
  function choose(next: readonly TableColumn[]) {
    setColumns(next)
    keepColumns(() => window.localStorage, next)
  }
  return (
    <Columns value={columns}>
      <div className="flex h-full flex-col">
        <ColumnChooser columns={columns} onChange={choose} />
        <TableVirtuoso
          ref={virtuoso}
          totalCount={count}
          tabIndex={-1}
          rangeChanged={(range) => {
            stop.drawn.value = range
          }}
          defaultItemHeight={53}
          increaseViewportBy={400}
          computeItemKey={(index) => model.order.peek()[index] ?? `place ${index}`}
          fixedHeaderContent={() => <Heads />}
          itemContent={(index) => <Cells index={index} />}
          {...(place.list ? { restoreStateFrom: place.list } : {})}
          isScrolling={(isScrolling) => {
            if (!isScrolling) savePlace()
          }}
          components={PARTS}
          className="min-h-0 flex-1 [scrollbar-gutter:stable]"
        />
      </div>
    </Columns>
  )
}

const PARTS = {
  Table: (props: ComponentProps<'table'>) => <table {...props} className="w-full table-fixed text-sm" />,
  TableRow: (props: ComponentProps<'tr'>) => <tr {...props} className="relative hover:bg-hover" />,
}

const CELL = 'num border-line border-b px-3 py-2 align-middle first:pl-4 last:pr-4 desk:first:pl-5'

function Heads() {
  useSignals()
  const columns = use(Columns)
  const { sort } = useBrowse().query.value
  return (
    <tr className="bg-surface">
      <th scope="col" style={{ width: DEAL_WIDTH }} className={classNames(HEAD, 'text-left')}>
        Deal
      </th>
      {columns.map((column) => (
        <Head key={column.id} column={column} sort={sort} />
      ))}
    </tr>
  )
}

const HEAD =
  'whitespace-nowrap border-line-strong border-b px-3 py-2 font-medium text-text-3 text-xs [font-stretch:93%] first:pl-4 last:pr-4 desk:first:pl-5'

function Head({ column, sort }: { column: TableColumn; sort: DealSort }) {
  const model = useBrowse()
  const isSorted = column.sort === sort.key
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  const sorting = isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'
  const align = column.isFigure ? 'text-right' : 'text-left'
  if (column.sort === undefined)
    return (
      <th scope="col" style={{ width: column.width }} className={classNames(HEAD, align)}>
        {column.label}
      </th>
    )
  const key = column.sort
  return (
    <th scope="col" aria-sort={sorting} style={{ width: column.width }} className={classNames(HEAD, align)}>
      <button
        type="button"
        onClick={() => model.change({ sort: { key, descending: isSorted ? !sort.descending : true } })}
        className={classNames(
          'inline-flex min-h-6 min-w-6 cursor-pointer items-center gap-1 hover:text-text',
          isSorted && 'font-semibold text-text',
        )}
      >
        {column.label}
        {isSorted ? <Arrow size={12} strokeWidth={2} aria-hidden="true" /> : null}
      </button>
    </th>
  )
}

function Cells({ index }: { index: number }) {
  useSignals()
  const columns = use(Columns)
  const { nowMs } = useBrowse().context.value
  const deal = useDealAt(index)
  if (deal === null) return <td colSpan={columns.length + 1} className="h-13" />
  return (
    <Stop id={deal.id} index={index}>
      <td className={CELL}>
        <DealCell deal={deal} />
      </td>
      {columns.map((column) => (
        <td
          key={column.id}
          className={classNames(
            CELL,
            column.isFigure && 'text-right',
            column.id === 'price' && 'font-semibold',
          )}
        >
          {column.id === 'score' ? <MatchCell deal={deal} /> : column.text(deal, nowMs)}
        </td>
      ))}
    </Stop>
  )
}

/** The score with its reason; the row is a link, and this lies above it. */
function MatchCell({ deal }: { deal: DealFacts }) {
  return (
    <span className="relative z-1 flex items-center justify-end gap-1.25">
      <CardMatch deal={deal} />
    </span>
  )
}

/** The link of the whole row, with the heart and the switch to compare beside it. */
function DealCell({ deal }: { deal: NonNullable<ReturnType<typeof useDealAt>> }) {
  const { actions, isViewed, onOpen } = useCardProps(deal)
  return (
    <span className="flex items-center gap-2">
      <span className="relative z-1">
        <HeartButton propertyId={deal.id} name={dealName(deal)} isPlain />
      </span>
      <span className="grid min-w-0 max-w-72 flex-1">
        <DealLink deal={deal} onOpen={onOpen} className="text-sm" />
        <span className="truncate text-text-3 text-xs">{placeOf(deal)}</span>
      </span>
      {isViewed ? <Tag>Viewed</Tag> : null}
      {actions}
    </span>
  )
}

interface ColumnChooserProps {
  columns: readonly TableColumn[]
  onChange: (columns: readonly TableColumn[]) => void
}

/** Which columns the table has. */
function ColumnChooser({ columns, onChange }: ColumnChooserProps) {
  const id = useId()
  const toggle = (column: TableColumn) =>
    onChange(TABLE_COLUMNS.filter((one) => columns.includes(one) !== (one === column)))
  return (
    <div className="flex flex-none justify-end border-line border-b px-4 py-1.5">
      <button type="button" popoverTarget={id} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
        <Columns3 size={14} strokeWidth={1.75} aria-hidden="true" />
        Columns
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-auto top-40 right-4 max-h-[60dvh] w-56 overflow-y-auto rounded-lg bg-overlay p-1.5 text-text shadow-pop"
      >
        <fieldset>
          <legend className="sr-only">Columns</legend>
          {TABLE_COLUMNS.map((column) => (
            <label
              key={column.id}
              className="flex h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-hover pointer-coarse:h-11"
            >
              <input
                type="checkbox"
                checked={columns.includes(column)}
                onChange={() => toggle(column)}
                className="size-4 accent-accent"
              />
              {column.label}
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  )
}
