/** What a file is in one line: "PDF · 184 KB". */
import type { Attachment } from './attachment-model.ts'

const KILOBYTE = 1024
const MEGABYTE = KILOBYTE * KILOBYTE

export const fileLine = ({ name, size }: Pick<Attachment, 'name' | 'size'>): string =>
  [/\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase(), sizeWords(size ?? 0)].filter(Boolean).join(' · ')

function sizeWords(bytes: number): string {
  if (bytes <= 0) return ''
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / KILOBYTE))} KB`
  const megabytes = bytes / MEGABYTE
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}
