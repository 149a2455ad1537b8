/** The numbers of attachments of messages. Ours, beside those of the spec in `limits.ts`; imports nothing either. */

export const ATTACHMENTS_PER_MESSAGE = 10
export const ATTACHMENT_MAX_BYTES = 25 * 1024 * 1024
/** A photo is stored with at most so many pixels either way, and its small picture. */
export const ATTACHMENT_PHOTO_MAX_PX = 2048
export const ATTACHMENT_THUMB_PX = 640
/** Files one person may upload in an hour, and those of a conversation that may wait for their message. */
export const ATTACHMENTS_PER_HOUR = 120
export const ATTACHMENTS_WAITING_MAX = 40
/** The address of a file is the same for this long, and works for at least as long again. */
export const ATTACHMENT_LINK_LIFETIME_MS = 60 * 60_000
/** What no message names is deleted after this time. */
export const ATTACHMENT_UNSENT_LIFETIME_MS = 24 * 60 * 60_000
