/**
 * Where somebody left the list: kept in the entry of the browser's history, so that Back from a deal brings the same card, and
 * nothing of it is left for a new visit (checklist BRW-41).
 */
import type { StateSnapshot } from 'react-virtuoso'

export interface KeptPlace {
  /** Of the list's or table's own; null before it was scrolled. */
  readonly list: StateSnapshot | null
  /** The deal whose page was opened; its card takes the focus again. */
  readonly dealId: number | null
  /** On phones the map was chosen in place of the list, or the list; null before. */
  readonly isMapShown: boolean | null
}

export const NO_PLACE: KeptPlace = { list: null, dealId: null, isMapShown: null }

type HistoryLike = Pick<History, 'state' | 'replaceState'>

export function readPlace(history: HistoryLike): KeptPlace {
  const kept = (history.state as { deals?: unknown } | null)?.deals
  return isPlace(kept) ? kept : NO_PLACE
}

/** True when this entry was already looked at: its page is shown once more, not for the first time. */
export const hasPlace = (history: HistoryLike): boolean => readPlace(history) !== NO_PLACE

export function keepPlace(history: HistoryLike, patch: Partial<KeptPlace>): void {
  history.replaceState({ ...history.state, deals: { ...readPlace(history), ...patch } }, '')
}

type Entry = { readonly history: HistoryLike; readonly location: Pick<Location, 'href'> }

/** On phones: what was chosen in this entry; before, the map if the address names it. */
export function readIsMapShown({ history, location }: Entry): boolean {
  return readPlace(history).isMapShown ?? new URL(location.href).searchParams.get('view') === 'map'
}

/** The address of the list no longer names the map. */
export function keepIsMapShown({ history, location }: Entry, isMapShown: boolean): void {
  keepPlace(history, { isMapShown })
  const shown = location.href.replace(/([?&])view=map(?:&|(?=#|$))/, '$1').replace(/[?&](?=#|$)/, '')
  if (!isMapShown && shown !== location.href) history.replaceState(history.state, '', shown)
}

function isPlace(kept: unknown): kept is KeptPlace {
  if (typeof kept !== 'object' || kept === null || !('list' in kept) || !('dealId' in kept)) return false
  const { list, dealId } = kept
  const isList = list === null || (typeof list === 'object' && 'ranges' in list && 'scrollTop' in list)
  return isList && (dealId === null || typeof dealId === 'number')
}
