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

/** Each typed word begins a word of the label. */
export function hasWords(label: string, typed: string): boolean {
  const words = foldText(label).split(' ')
  return foldText(typed)
    .split(' ')
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}

/** The person types the whole name of one of them. */
export const isNamed = (hits: readonly Hit[], typed: string): boolean =>
  hits.some(({ label }) => foldText(label) === foldText(typed))
