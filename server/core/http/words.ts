/** How a 422 says what is wrong with a field. Only the server sets this; it would cost a widget a locale. */
import * as z from 'zod/mini'

const ENGLISH = z.locales.en()

/** Zod's configuration is one per process, so setting it twice is harmless. */
export function speakEnglish(): void {
  z.config({
    ...ENGLISH,
    customError(issue) {
      const field = (issue.path ?? [])
        .join('.')
        .replace(/[[\].]+/g, ' ')
        .replaceAll('_', ' ')
        .trim()
      const isWrongKind = issue.code === 'invalid_type' || issue.code === 'invalid_union'
      if (isWrongKind && issue.input === undefined) return `The ${field} field is required.`
      const isCryptic = issue.code === 'invalid_union' || issue.code === 'invalid_format'
      return isCryptic ? `The ${field} field is not valid.` : undefined
    },
  })
}
