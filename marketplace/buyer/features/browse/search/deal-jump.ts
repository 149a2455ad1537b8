/** Deals that somebody means by what they typed or pasted: an id, an address, a deal's link (checklist BRW-36). Pure. */
import { addressAt } from '#shared/rules/deals/deal-facts.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'

export interface DealJump {
  readonly id: number
  /** Its address as far as it is shown, or that it is a deal's number. */
  readonly label: string
}

/** More would hide the places. */
const JUMPS_MAX = 4
/** Fewer letters are the beginning of too many addresses. */
const ADDRESS_MIN = 4
const DEAL_PATH = /(?:^|\/)(?:deal|property|p)\/(\d{1,15})(?:[/?#]|$)/i

/** A link's deal is offered unseen: it may not be in the list, e.g. taken down. Others are looked for in the table. */
export function jumpsFor(text: string, table: DealTable | null): readonly DealJump[] {
  const typed = text.trim()
  const linked = DEAL_PATH.exec(typed)?.[1]
  if (linked !== undefined) return [jumpTo(Number(linked), table)]
  const byId = /^#?(\d{1,15})$/.exec(typed)?.[1]
  if (byId !== undefined && table !== null && table.rowOf(Number(byId)) >= 0)
    return [jumpTo(Number(byId), table)]
  return table === null || typed.length < ADDRESS_MIN || !/[a-z]/i.test(typed) ? [] : byAddress(typed, table)
}

function jumpTo(id: number, table: DealTable | null): DealJump {
  const row = table?.rowOf(id) ?? -1
  return { id, label: table && row >= 0 ? `Deal ${id}, ${addressAt(table, row)}` : `Deal ${id}` }
}

/** Addresses that begin so. Each distinct text is looked at once. */
function byAddress(typed: string, table: DealTable): DealJump[] {
  const wanted = typed.toLowerCase()
  const { codes, words } = table.texts.full_address
  const found = new Set<number>()
  for (const [code, word] of words.entries())
    if (word?.slice(0, wanted.length).toLowerCase() === wanted) found.add(code)
  if (found.size === 0) return []
  const jumps: DealJump[] = []
  for (let row = 0; row < table.count && jumps.length < JUMPS_MAX; row++)
    if (found.has(codes[row] ?? 0))
      jumps.push({ id: table.numbers.id[row] ?? 0, label: addressAt(table, row) })
  return jumps
}
