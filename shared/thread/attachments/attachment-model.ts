/** Photos and files of a message, as the server sends them. */
import type { AttachmentWire } from '#shared/contract/message-attachment.ts'

export type Attachment = AttachmentWire

/** New addresses for one whose addresses have expired; null if there are none. Never rejects. */
export type Renew = (id: number) => Promise<Attachment | null>

/** Width by height of all photos together: one as it is within limits, two beside each other, three under one, four in a square. */
export const ratioOf = ({ width, height }: Attachment, others: number): number =>
  [Math.min(2, Math.max(0.75, (width ?? 0) / (height ?? 0) || 1)), 8 / 3, 8 / 7][others] ?? 4 / 3
