/** Photos and files of a message, as the server sends them. */
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { Failure } from '#shared/api/api-error.ts'
import type { AttachmentWire } from '#shared/contract/message-attachment.ts'

export type Attachment = AttachmentWire

/** New addresses for one whose addresses have expired; null if there are none. Never rejects. */
export type Renew = (id: number) => Promise<Attachment | null>

/** Width by height of all photos together: one as it is within limits, two beside each other, three under one, four in a square. */
export const ratioOf = ({ width, height }: Attachment, others: number): number =>
  [Math.min(2, Math.max(0.75, (width ?? 0) / (height ?? 0) || 1)), 8 / 3, 8 / 7][others] ?? 4 / 3

/** A file for a message that is not sent yet. */
export interface ChosenFile {
  /** Names its upload: a repeat makes no second file. */
  readonly ref: string
  readonly name: string
  readonly size: number
  readonly type: string
  /** Of the server's file; null until it is stored there. */
  readonly id: number | null
  /** The server does not take it, or this browser has lost it. */
  readonly isRefused?: boolean
}

export type ChosenFiles = readonly ChosenFile[]

export interface UploadWatch {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** What attaching files asks of the chat. */
export interface AttachingDeps {
  /** Uploads a form for a conversation; resolves with the answer's JSON and rejects with `ApiError`, or with the signal's reason. */
  upload(peerId: number, form: FormData, watch: UploadWatch): Promise<unknown>
  /** Begins the names of what the browser keeps for this identity. */
  readonly scope: string
  isOnline(): boolean
}

/** What belongs to attaching in a chat: all but what is chosen is loaded when the composer is there. */
export interface Attaching extends AttachingDeps {
  /** For the next message of each conversation. */
  readonly chosen: Signal<ReadonlyMap<number, ChosenFiles>>
  /** Filled by what is loaded. */
  uploads: Uploads | null
}

/** `failed`: with words for the person. At a share of 1 the server looks at the file. */
export type UploadState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly words: string; readonly canRetry: boolean }

export interface Uploads {
  /** Adds files to what is chosen and begins to upload them; says which ones are not taken. */
  add(peerId: number, files: readonly File[]): void
  remove(peerId: number, ref: string): void
  retry(ref: string): void
  state(ref: string): ReadonlySignal<UploadState>
  /** What is here of it. */
  fileOf(ref: string): Blob | null
  /** Sentences about files that were not added to a conversation's message. */
  readonly refusals: Signal<ReadonlyMap<number, readonly Refusal[]>>
  /** What happened last, for those who do not see it. */
  readonly news: ReadonlySignal<string>
  /** Uploads what a message lacks; null when all is stored. */
  finish(send: FileCarrier): Promise<Failure | null>
  /** Keeps them in this browser until they are stored. */
  keep(files: ChosenFiles): void
  /** Of a message that was taken back: they are chosen again, or gone. */
  takeBack(peerId: number, files: ChosenFiles | undefined, isEdited: boolean): void
  /** The network is back. */
  resume(): void
  /** Nothing stays in this browser. */
  forget(): void
}

/** A message that is not sent yet. */
export interface FileCarrier {
  readonly peerId: number
  files?: ChosenFiles | undefined
}

export interface Refusal {
  readonly name: string
  readonly words: string
}

/** Of the place where files are attached, or of those of a message on its way. */
export interface AttachGiven {
  /** Null where the backend takes no files. */
  attaching: Attaching | null | undefined
  peerId?: number
  /** Of a message on its way; else it is about those that are chosen. */
  files?: ChosenFiles | undefined
}

export type AttachProps = AttachGiven & { attaching: Attaching }
