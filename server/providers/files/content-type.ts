/** What a file is, found in its bytes; its name and the type its sender states are not believed. */
import { fileTypeFromBuffer } from 'file-type'

const TYPES = {
  'application/pdf': { word: 'PDF', ending: '.pdf' },
  'image/jpeg': { word: 'JPG', ending: '.jpg' },
  'image/png': { word: 'PNG', ending: '.png' },
  'image/heic': { word: 'HEIC', ending: '.heic' },
  'image/webp': { word: 'WebP', ending: '.webp' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    word: 'Word',
    ending: '.docx',
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { word: 'Excel', ending: '.xlsx' },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    word: 'PowerPoint',
    ending: '.pptx',
  },
} as const
export type ContentType = keyof typeof TYPES

/** For papers: what a bank's site saves and what a phone photographs. */
export const PAPER_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/heic',
] as const satisfies readonly ContentType[]

/** For messages. */
export const ATTACHMENT_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
] as const satisfies readonly ContentType[]

/** Everything after the last object of a PDF is short; readers look for its end mark here. */
const PDF_TAIL_BYTES = 2048

/** `damaged`: begins as what it says and does not end so. */
export async function contentTypeOf(bytes: Uint8Array): Promise<ContentType | 'damaged' | null> {
  const found = (await fileTypeFromBuffer(bytes))?.mime
  // Phones write both, by the codec inside.
  const type = found === 'image/heif' ? 'image/heic' : found
  if (!isKnown(type)) return null
  return type === 'application/pdf' && !endsAsPdf(bytes) ? 'damaged' : type
}

const isKnown = (type: string | undefined): type is ContentType => type !== undefined && type in TYPES

const endsAsPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(-PDF_TAIL_BYTES)).includes('%%EOF')

/** `a PDF, JPG, PNG or HEIC file` */
export function typesInWords(types: readonly ContentType[]): string {
  const words = types.map((type) => TYPES[type].word)
  const last = words.pop()
  return `${/^[AEIO]/.test(words[0] ?? last ?? '') ? 'an' : 'a'} ${words.length > 0 ? `${words.join(', ')} or ` : ''}${last} file`
}

export const endingOf = (type: string): string => (isKnown(type) ? TYPES[type].ending : '')
