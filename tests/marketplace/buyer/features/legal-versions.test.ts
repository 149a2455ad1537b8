/** People agree to a version: a text that changes has another. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PRIVACY } from '#marketplace/buyer/features/legal/privacy-text.ts'
import { TERMS } from '#marketplace/buyer/features/legal/terms-text.ts'
import { PRIVACY_VERSION, TERMS_VERSION } from '#shared/contract/limits.ts'
import type { LegalSection } from '#shared/rules/site/legal-sections.ts'

const digestOf = (sections: readonly LegalSection[]) =>
  createHash('sha256')
    .update(JSON.stringify(sections.map(({ title, text }) => [title, text])))
    .digest('hex')
    .slice(0, 12)

test.each([
  ['terms of service', TERMS, TERMS_VERSION, '2026-11-29 0585b7825a50'],
  ['privacy policy', PRIVACY, PRIVACY_VERSION, '2026-11-29-5 cde5d14b66b0'],
])(
  'the %s have the version of their text: for another text set both, the day in limits.ts and this line',
  (_name, sections, version, known) => {
    expect(`${version} ${digestOf(sections)}`).toBe(known)
  },
)
