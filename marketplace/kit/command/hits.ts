/** What a typed line finds. */
import type { ReadonlySignal } from '@preact/signals-core'
import { foldText } from '#shared/rules/fold-text.ts'

export interface Hit<Group extends string = string> {
  readonly id: string
  /** Hits of one group follow each other. */
  readonly group: Group
  readonly label: string
  /** At the right, or under it where it is long. */
  readonly note: string
  /** An address, or what is done. */
  readonly does: string | (() => void)
  /** Offered before anything is typed. */
  readonly isFirst?: boolean
  /** Its label is no part of what is typed. */
  readonly isUnmarked?: boolean
}

export interface Finder<Group extends string> {
  readonly text: ReadonlySignal<string>
  readonly hits: ReadonlySignal<readonly Hit<Group>[]>
  readonly isLoading: ReadonlySignal<boolean>
  readonly hasFailed: ReadonlySignal<boolean>
  setText(text: string): void
  retry(): void
  dispose(): void
}

const NAMED_MAX = 4

/** The first whose name has the typed words. */
export const named = <T>(all: readonly T[], nameOf: (one: T) => string, typed: string): readonly T[] =>
  all.filter((one) => hasWords(nameOf(one), typed)).slice(0, NAMED_MAX)

/** Before anything is typed what is offered first; then what was found, behind a page or action whose whole name is typed. */
export function ordered<H extends Hit>(own: readonly H[], typed: string, found: readonly H[]): readonly H[] {
  if (typed === '') return own.filter(({ isFirst }) => isFirst)
  const mine = own.filter(({ label }) => hasWords(label, typed))
  const isNamed = mine.some(({ label }) => foldText(label) === foldText(typed))
  return isNamed ? [...mine, ...found] : [...found, ...mine]
}

/** Each typed word begins a word of the label. */
function hasWords(label: string, typed: string): boolean {
  const words = foldText(label).split(' ')
  return foldText(typed)
    .split(' ')
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}
