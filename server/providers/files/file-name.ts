/** The name a file came with, fit to be shown and to be saved under again. */
import { endingOf } from './content-type.ts'

const LENGTH_MAX = 120
/** Path dividers, quotes and what a system gives a meaning of its own; also marks that turn the reading direction. */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu

/** With the ending of what the file really is. */
export function cleanFileName(name: string, contentType: string): string {
  const last = name.split(/[\\/]/).pop() ?? ''
  const plain = last.replace(UNFIT, '').replace(/\s+/g, ' ').trim()
  const stem = plain
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/^\.+/, '')
    .trim()
  return `${Array.from(stem).slice(0, LENGTH_MAX).join('') || 'file'}${endingOf(contentType)}`
}

/** RFC 6266: a plain name for old browsers and the real one. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '')
  const real = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${real}`
}
