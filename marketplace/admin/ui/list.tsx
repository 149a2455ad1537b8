/** A list of the console as a table, on phones as lines, with its loading, empty and failed states. */
import type { ReactNode } from 'react'
import type { Pages } from '#marketplace/admin/use-pages.ts'
import { BRAND } from '#marketplace/kit/brand.ts'
import { LoadFailed } from '#marketplace/kit/ui/load-failed.tsx'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'

interface ListProps<Row> {
  pages: Pages<Row>
  /** Tells it from another table of the same tab. */
  label?: string
  columns: readonly string[]
  /** What to say when there is nothing. */
  empty: string
  keyOf: (row: Row) => string | number
  /** One cell a column. */
  cells: (row: Row) => readonly ReactNode[]
}

const AWAITED = `This list is brought up to date when ${BRAND} can be reached again.`

export function List<Row>({ pages, label = 'Table', columns, empty, keyOf, cells }: ListProps<Row>) {
  const { rows, errorMessage, isBusy, hasMore } = pages
  return (
    <>
      {errorMessage ? (
        <LoadFailed onRetry={pages.reload} awaited={rows === null ? undefined : AWAITED}>
          {errorMessage}
        </LoadFailed>
      ) : null}
      {rows === null && !errorMessage ? (
        <p role="status" className="text-sm text-text-2">
          Loading…
        </p>
      ) : null}
      {rows?.length === 0 ? <p className="text-sm text-text-2">{empty}</p> : null}
      {rows && rows.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys too
        <section tabIndex={0} aria-label={label} className="overflow-x-auto">
          <table className="w-full text-sm max-desk:block desk:min-w-160">
            <thead className="max-desk:sr-only">
              <tr className="border-line-strong border-b text-start text-text-2 text-xs">
                {columns.map((column) => (
                  <th key={column} scope="col" className="py-2 pe-4 text-start font-medium">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-desk:grid max-desk:grid-cols-[fit-content(6.5rem)_minmax(0,1fr)] max-desk:gap-x-3">
              {rows.map((row) => (
                <tr
                  key={keyOf(row)}
                  className="border-line border-b align-baseline max-desk:col-span-2 max-desk:grid max-desk:grid-cols-subgrid max-desk:py-2"
                >
                  {cells(row).map((cell, index) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: cells stand in the order of the columns
                      key={index}
                      className={classNames(
                        isEmpty(cell) ? 'max-desk:hidden' : CELL,
                        isDate(cell) && 'whitespace-nowrap',
                      )}
                    >
                      <span aria-hidden="true" className="text-text-2 text-xs desk:hidden">
                        {columns[index]}
                      </span>
                      <div className="max-desk:wrap-anywhere min-w-0 max-desk:*:min-w-0 max-desk:*:flex-wrap">
                        {cell}
                      </div>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {hasMore ? (
        <Button isBusy={isBusy} onClick={pages.more} className="justify-self-start">
          Show more
        </Button>
      ) : null}
    </>
  )
}

/** On phones each cell is on a separate line, after the name of its column; all names are as wide as the longest. */
const CELL =
  'max-desk:has-[>div:empty]:hidden max-desk:col-span-2 max-desk:grid max-desk:grid-cols-subgrid max-desk:items-baseline max-desk:py-1 desk:py-2.5 desk:pe-4'

const isEmpty = (cell: ReactNode): boolean => cell === null || cell === ''

const isDate = (cell: ReactNode): boolean =>
  typeof cell === 'string' && /^[A-Z][a-z]{2} \d{1,2}, \d{4}/.test(cell)

export const customerName = ({ id, name }: { id: number; name?: string | null | undefined }): string =>
  name ?? `Customer ${id}, deleted`
