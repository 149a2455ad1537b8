// @vitest-environment happy-dom
/** What a page says it is about, as it goes along with a message. */
import { beforeEach, expect, it } from 'vitest'
import { aboutPage } from '#widget/element/about-page.ts'

beforeEach(() => {
  document.title = 'Oak Street 12'
  location.href = 'https://acme.test/homes/12?session=secret#top'
})

const HERE = { title: 'Oak Street 12', url: 'https://acme.test/homes/12' }

it.each([
  ['nothing', null, null, {}],
  ['no context', null, false, {}],
  ['a deal', 12, null, { property_id: 12 }],
  ['the page itself', null, true, { context: HERE }],
  ['the page itself, with a deal', 12, true, { property_id: 12, context: HERE }],
  [
    'another page',
    null,
    { title: 'Elm 4', url: 'https://b.test/4?a=1' },
    { context: { title: 'Elm 4', url: 'https://b.test/4?a=1' } },
  ],
])('%s', (_, property, context, about) => {
  expect(aboutPage(property, context)).toEqual(about)
})

it('cuts a title that is too long', () => {
  document.title = 'x'.repeat(300)
  expect(aboutPage(null, true).context?.title).toHaveLength(200)
})
