/** Deals out of a table as spreadsheets save it: columns are named like the fields of a deal, cells are as a person writes them. Pure. */
import * as z from 'zod/mini'
import { type DealChange, dealChange, dealFields } from '#shared/contract/seller-listing.ts'
import { withoutSign } from '#shared/format/currency.ts'
import { cellsOfCsv } from '#shared/rules/buyers/buyers-of-csv.ts'
import { type Option, PARKING_TYPES, PROPERTY_TAGS, PROPERTY_TYPES } from '#shared/rules/dictionaries.ts'

export interface DealsFile {
  deals: DealChange[]
  /** `line` as a spreadsheet counts, with the names on line 1. */
  errors: { line: number; field: string; text: string }[]
}

/** Beside the fields' own names. */
const ALSO: Readonly<Record<string, string>> = {
  street: 'address',
  'property type': 'property_type_id',
  type: 'property_type_id',
  parking: 'parking_type_id',
  'year built': 'year_built',
  'show street': 'is_street_shown',
}

const FIELDS: readonly string[] = Object.keys(dealFields.shape)
const NUMBERS: readonly string[] = [
  'latitude',
  'longitude',
  'price',
  'arv',
  'contract_price',
  'buy_now_price',
  'entry_fee',
  'earnest_money',
  'repair_min',
  'repair_max',
  'beds',
  'baths',
  'half_baths',
  'units',
  'sqft',
  'lot_size',
  'year_built',
  'manager_id',
]
const LISTS: Readonly<Record<string, readonly Option[]>> = {
  property_type_id: PROPERTY_TYPES,
  parking_type_id: PARKING_TYPES,
}
const TEXTS: readonly string[] = ['address', 'city', 'state', 'zip']
const WORDS: readonly string[] = ['condition', 'occupancy', 'address_rule']

export function dealsOfCsv(text: string): DealsFile {
  const [head = [], ...lines] = cellsOfCsv(text)
  const names = head.map(fieldNamed)
  const errors: DealsFile['errors'] = head.flatMap((name, at) =>
    names[at] === undefined
      ? [{ line: 1, field: name, text: `There is no such field. Fields: ${FIELDS.join(', ')}.` }]
      : [],
  )
  if (!names.includes('address'))
    errors.push({ line: 1, field: 'address', text: 'The first line must name this column.' })
  if (errors.length > 0) return { deals: [], errors }
  const deals: DealChange[] = []
  for (const [index, cells] of lines.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const row = Object.fromEntries(
      names.flatMap((name, at) =>
        name === undefined ? [] : [[name, readCell(name, cells[at]?.trim() ?? '')]],
      ),
    )
    const read = z.safeParse(dealChange, row)
    if (read.success && row.address !== '') deals.push(read.data)
    for (const { path, message } of read.error?.issues ?? [])
      errors.push({ line: index + 2, field: String(path[0]), text: message })
    if (row.address === '') errors.push({ line: index + 2, field: 'address', text: 'Enter a street.' })
  }
  return { deals, errors }
}

function fieldNamed(cell: string): string | undefined {
  const name = cell.trim().toLowerCase()
  return ALSO[name] ?? FIELDS.find((field) => field === name.replaceAll(' ', '_'))
}

/** What cannot be read is left as it is written: the schema then says what it should be. */
function readCell(name: string, cell: string): unknown {
  if (name === 'tags')
    return cell === '' ? [] : cell.split(/[;|]/).map((tag) => idIn(PROPERTY_TAGS, tag.trim()))
  if (name === 'is_street_shown') return !/^(no|n|false|0)$/i.test(cell)
  if (cell === '') return TEXTS.includes(name) ? '' : null
  const list = LISTS[name]
  if (list) return idIn(list, cell)
  if (NUMBERS.includes(name)) {
    const number = withoutSign(cell)
    return /^[\d,]*\.?\d+$|^-\d+(\.\d+)?$/.test(number) ? Number(number.replaceAll(',', '')) : cell
  }
  if (name === 'state') return cell.toUpperCase()
  if (name === 'zip') return cell.padStart(5, '0')
  if (WORDS.includes(name)) return cell.toLowerCase().replaceAll(' ', '_')
  if (name.endsWith('_at') && Number.isFinite(Date.parse(cell))) return new Date(cell).toISOString()
  return cell
}

const idIn = (list: readonly Option[], cell: string): unknown =>
  list.find(({ id, label }) => label.toLowerCase() === cell.toLowerCase() || String(id) === cell)?.id ?? cell
