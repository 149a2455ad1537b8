/**
 * A list of buyers out of a table as spreadsheets save it. Columns are found by their names, whatever their order; consent is what the
 * table says of each row, or what the person who brings it says of all, and nothing else.
 */
import Papa from 'papaparse'
import { CONSENT_HOW_MAX_LENGTH, IMPORT_FILE_ROWS_MAX } from '#shared/contract/campaign-limits.ts'
import type { ImportRow } from '#shared/contract/seller-buyers.ts'
import type { ConsentChannel } from '#shared/contract/subscriptions.ts'

export interface BuyersFile {
  readonly rows: readonly ImportRow[]
  /** Why the file cannot be taken as it is, in words; null when it can. */
  readonly problem: string | null
  /** It has a column that says who agreed to be written to. */
  readonly saysConsent: boolean
  /** It has columns that say how they agreed. */
  readonly hasProofs: boolean
}

export interface ConsentProof {
  readonly how: string
  readonly at: string
}

const NAMES = {
  email: ['email', 'e-mail', 'email address', 'mail'],
  name: ['name', 'full name', 'buyer', 'contact'],
  first: ['first name', 'first', 'firstname', 'given name'],
  last: ['last name', 'last', 'lastname', 'surname', 'family name'],
  tags: ['tags', 'tag', 'labels', 'label', 'groups', 'list'],
  phone: ['phone', 'phone number', 'mobile', 'cell', 'cell phone'],
  emailHow: ['email consent', 'email consent proof'],
  emailAt: ['email consent date', 'email consent day'],
  textHow: ['text consent', 'text consent proof', 'sms consent'],
  textAt: ['text consent date', 'text consent day', 'sms consent date'],
  consent: ['consent', 'has consent', 'opt in', 'opt-in', 'opted in', 'agreed', 'subscribed'],
} as const
type Column = keyof typeof NAMES

const YES: readonly string[] = ['yes', 'y', 'true', '1', 'x', 'agreed', 'opted in', 'subscribed']

/** `allAgreed`: the person says so of every row, where the file has no column for it; `proof`: how and when, where the file has no proofs. */
export function buyersOfCsv(
  text: string,
  { allAgreed, proof }: { allAgreed: boolean; proof?: ConsentProof },
): BuyersFile {
  const [head = [], ...lines] = cellsOfCsv(text)
  const at = columnsIn(head)
  const hasProofs = at.emailHow !== undefined || at.textHow !== undefined
  const nothing = { rows: [], saysConsent: at.consent !== undefined || hasProofs, hasProofs }
  if (at.email === undefined) return { ...nothing, problem: NO_EMAIL }
  const rows = lines.flatMap((cells, index): ImportRow[] => {
    const cell = (column: Column): string => cells[at[column] ?? -1]?.trim() ?? ''
    if (cells.every((one) => one.trim() === '')) return []
    const name = (cell('name') || `${cell('first')} ${cell('last')}`).trim()
    const tags = cell('tags')
      .split(/[;,|]/)
      .map((tag) => tag.trim())
    const isYes = YES.includes(cell('consent').toLowerCase())
    const proofOf = (channel: ConsentChannel, how: string, day: string) =>
      how === '' || (at.consent !== undefined && !isYes)
        ? {}
        : { [channel]: { how: how.slice(0, CONSENT_HOW_MAX_LENGTH), at: day.slice(0, DAY_CELL_MAX) } }
    const consents = {
      ...proofOf('email', cell('emailHow'), cell('emailAt')),
      ...proofOf('sms', cell('textHow'), cell('textAt')),
    }
    const phone = cell('phone').slice(0, PHONE_CELL_MAX)
    return [
      {
        // As a spreadsheet counts, with the names on line 1.
        line: index + 2,
        email: cell('email'),
        ...(name === '' ? {} : { name: name.slice(0, 100) }),
        tags: tags.filter(Boolean),
        ...(phone === '' ? {} : { phone }),
        ...(hasProofs
          ? { has_consent: Object.keys(consents).length > 0, consents }
          : agreement(at.consent === undefined ? allAgreed : isYes, proof)),
      },
    ]
  })
  if (rows.length === 0) return { ...nothing, problem: 'There is no buyer in it.' }
  const problem = rows.length > IMPORT_FILE_ROWS_MAX ? TOO_MANY : null
  return { ...nothing, rows, problem }
}

/**
 * Buyers as people paste them: rows of a spreadsheet with the names of its columns, or one buyer a line, the email, phone and name
 * in any order. Lines count from 1.
 */
export function buyersOfPasted(text: string, given: Parameters<typeof buyersOfCsv>[1]): BuyersFile {
  const [head = []] = cellsOfCsv(text)
  if (columnsIn(head).email !== undefined) return buyersOfCsv(text, given)
  const lines = text.split(/\r?\n/).map(cellsOfLine)
  const file = buyersOfCsv(Papa.unparse([['name', 'email', 'phone'], ...lines]), given)
  return { ...file, rows: file.rows.map((row) => ({ ...row, line: row.line - 1 })) }
}

const EMAIL = /[^\s<>,;:|"]+@[^\s<>,;:|"]+/
const PHONE = /\+?\(?\d[\d\s().-]{6,}\d/
const BETWEEN = /[\s<>,;:|"]+/g

function cellsOfLine(line: string): [name: string, email: string, phone: string] {
  const [email = ''] = EMAIL.exec(line) ?? []
  const others = line.replace(email, ' ')
  const [phone = ''] = PHONE.exec(others) ?? []
  return [others.replace(phone, ' ').replace(BETWEEN, ' ').trim(), email, phone]
}

/** Of one row without proofs in the file: the one that is given of all, for emails. */
const agreement = (has_consent: boolean, proof: ConsentProof | undefined) =>
  proof === undefined || !has_consent ? { has_consent } : { has_consent, consents: { email: proof } }

const PHONE_CELL_MAX = 40
const DAY_CELL_MAX = 40

/** With commas, semicolons or tabs. Empty lines are kept, so that lines can be counted. */
export const cellsOfCsv = (text: string): string[][] =>
  Papa.parse<string[]>(text, { delimiter: separatorOf(text) }).data

/** The one that the names of the columns have most often; a guess by the rows goes wrong where their texts have semicolons. */
function separatorOf(text: string): string {
  const head = text.split(/[\r\n]/, 1)[0] ?? ''
  const count = (letter: string) => head.split(letter).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

const NO_EMAIL = 'The first line must name the columns, and one of them must be “email”.'
const TOO_MANY = `A file can have up to ${IMPORT_FILE_ROWS_MAX.toLocaleString('en-US')} buyers. Split it.`

const known = (column: Column): readonly string[] => NAMES[column]

function columnsIn(head: readonly string[]): Partial<Record<Column, number>> {
  const names = head.map((cell) => cell.trim().toLowerCase().replaceAll('_', ' '))
  const found = (Object.keys(NAMES) as Column[]).flatMap((column) => {
    const at = names.findIndex((name) => known(column).includes(name))
    return at < 0 ? [] : [[column, at] as const]
  })
  return Object.fromEntries(found)
}
