/** A photo or a file of a message. Apart from the calls, which the messenger loads when it makes one. */
import * as z from 'zod/mini'
import { amount, id, maybe } from './wire.ts'

export const messageAttachment = z.object({
  id: id(),
  /** `photo` or `file`; an unknown kind is shown as a file. */
  kind: z.string(),
  name: z.string(),
  /** In bytes. */
  size: maybe(amount()),
  /** A media type. */
  type: maybe(z.string()),
  /** Of a photo, in pixels, upright. */
  width: maybe(amount()),
  height: maybe(amount()),
  /** Absolute, signed and short-lived; null while the file waits for a virus scan. The small picture of a photo. */
  thumbnail: maybe(z.string()),
  url: maybe(z.string()),
})
export type AttachmentWire = z.output<typeof messageAttachment>
