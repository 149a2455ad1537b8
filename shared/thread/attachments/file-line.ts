/** What a file is in one line: "PDF · 184 KB". */
import { fileSize } from '#shared/format/file-size.ts'
import type { Attachment } from './attachment-model.ts'

export const fileLine = ({ name, size }: Pick<Attachment, 'name' | 'size'>): string =>
  [/\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase(), size ? fileSize(size) : '']
    .filter(Boolean)
    .join(' · ')
