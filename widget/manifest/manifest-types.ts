/** The shape of what an embedder can hold on to. */
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'
import type { PlatMessengerEventMap, PlatMessengerEventName } from '#widget/element/events.ts'
import type { PlatMessengerElement } from '#widget/element/messenger-element.ts'

export interface ManifestEntry {
  readonly name: string
  /** A sentence or two for whoever embeds it; Markdown's backticks are allowed, HTML is not. */
  readonly says: string
}

export interface ManifestAttribute extends ManifestEntry {
  /** As TypeScript would write what the text may be. */
  readonly type: string
  /** The property that it sets, if any. */
  readonly property?: keyof PlatMessengerElement
}

export interface ManifestProperty extends ManifestEntry {
  readonly name: keyof PlatMessengerElement & string
  readonly type: string
}

export interface ManifestMethod extends ManifestEntry {
  readonly name: keyof PlatMessengerElement & string
  readonly parameters: readonly {
    readonly name: string
    readonly type: string
    readonly isOptional: boolean
  }[]
  /** `void` unless given. */
  readonly returns?: string
}

/** One for each event there is, by its full name. */
export type ManifestEvents = {
  readonly [N in PlatMessengerEventName]: {
    /** The type of `detail`, written out. */
    readonly detail: string
    /** One that may come, so that the compiler compares the words above with the truth. */
    readonly example: PlatMessengerEventMap[N]['detail']
    readonly says: string
  }
}

export interface ManifestPart extends ManifestEntry {
  /** Further names on the same element at times: `::part(bubble own)`. */
  readonly states?: readonly string[]
}

export interface ManifestCssProperty extends ManifestEntry {
  readonly syntax: '<color>' | '<length>' | '<length-percentage>' | '<font-family>#'
  /** What holds when it is not set, in words or as a value. */
  readonly initial: string
}

export interface ManifestRealtime extends ManifestEntry {
  readonly name: keyof RealtimeConfig & string
}
