/** The files that are chosen for the next message of a conversation. */
import { ATTACHMENTS_PER_MESSAGE } from '#shared/contract/attachment-limits.ts'
import type { Attaching, ChosenFiles } from './attachment-model.ts'

/** Of a conversation. Reads a signal. */
export const chosenFor = (attaching: Attaching | null | undefined, peerId: number): ChosenFiles =>
  attaching?.chosen.value.get(peerId) ?? []

export const choose = ({ chosen }: Attaching, peerId: number, files: ChosenFiles): void => {
  chosen.value = new Map(chosen.peek()).set(peerId, files)
}

/** A file that the server refused, or one too many, holds its message up. */
export const mayGo = (files: ChosenFiles): boolean =>
  files.length <= ATTACHMENTS_PER_MESSAGE && !files.some(({ isRefused }) => isRefused)
