/** Which files a message takes, in words about each one that it does not take (DESIGN.md 13: said before the upload). */
import { ATTACHMENT_MAX_BYTES, ATTACHMENTS_PER_MESSAGE } from '#shared/contract/attachment-limits.ts'
import { fileSize } from '#shared/format/file-size.ts'
import type { Refusal } from './attachment-model.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
/** By the ending of a name; a browser does not always know the type. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  docx: `${OFFICE}wordprocessingml.document`,
  xlsx: `${OFFICE}spreadsheetml.sheet`,
  pptx: `${OFFICE}presentationml.presentation`,
}
const KNOWN = new Set(Object.values(TYPES))

/** For a file input: a phone offers its camera for pictures. */
export const ACCEPTED = [...KNOWN, ...Object.keys(TYPES).map((ending) => `.${ending}`)].join(',')

type Given = Pick<File, 'name' | 'size' | 'type'>

const endingOf = ({ name }: Given) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The media type to store it under; empty for one that is not taken. */
export const typeOf = (file: Given): string =>
  KNOWN.has(file.type) ? file.type : (TYPES[endingOf(file)] ?? '')

export const isPicture = ({ type }: Pick<Given, 'type'>): boolean => type.startsWith('image/')

/** Why it is not taken, and what to do; null for one that is. */
export function refusalOf(file: Given): string | null {
  if (/^image\/hei[cf]$/.test(file.type) || /^hei[cf]$/.test(endingOf(file)))
    return 'This photo is a HEIC, which most computers cannot show. Save it as a JPG and attach that.'
  if (!typeOf(file))
    return 'Messages take JPG, PNG, WebP, PDF, Word, Excel and PowerPoint files. Save it as one of these and attach that.'
  if (file.size === 0) return 'This file is empty. Choose another one.'
  if (file.size > ATTACHMENT_MAX_BYTES)
    return `${fileSize(file.size)}, the limit is ${fileSize(ATTACHMENT_MAX_BYTES)}. Choose a smaller file, or write a link to it.`
  return null
}

/** Of a choice, those that a message with so many files still takes, in their order, and words for the others. */
export function sorted(files: readonly File[], already: number): { good: File[]; refused: Refusal[] } {
  const good: File[] = []
  const refused: Refusal[] = []
  for (const file of files) {
    const words =
      refusalOf(file) ??
      (already + good.length < ATTACHMENTS_PER_MESSAGE
        ? null
        : `A message takes ${ATTACHMENTS_PER_MESSAGE} files. Send this one in the next message.`)
    if (words === null) good.push(file)
    else refused.push({ name: file.name, words })
  }
  return { good, refused }
}
