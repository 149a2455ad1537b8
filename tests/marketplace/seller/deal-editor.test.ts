/** The deal editor in the seller app: when it saves, what a refusal leaves, and places behind the # of the address. */
import { describe, expect, it } from 'vitest'
import { embedTag, launcherLine } from '#marketplace/seller/company/embed-code.ts'
import { createDealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import { hiddenPlaceOf, streetWarning } from '#marketplace/seller/deals/street-warning.ts'
import { movedTo } from '#marketplace/seller/ui/deals/photos-section.tsx'
import {
  type DealFields,
  type SellerDealWire,
  sellerCreateDeal,
  sellerDealForEdit,
  sellerDeleteDraft,
  sellerSaveDeal,
} from '#shared/contract/seller-listing.ts'
import { hashOf, placeOfHash } from '#shared/contract/seller-places.ts'
import { createFakeApi, refused } from '#tests/support/fake-api.ts'

function scene(listing: 'draft' | 'listed', id: number | null = 7, given: Partial<DealFields> = {}) {
  const stored: Partial<DealFields> = { title: null, price: 100_000, arv: null, ...given }
  const server = createFakeApi()
  const problems = new Map<string, string>()
  const hooks = { whileSending: () => {} }
  const deal = () => ({ data: { id: 7, listing, fields: stored } })
  server.on(sellerDealForEdit, deal)
  server.on(sellerCreateDeal, deal)
  server.on(sellerSaveDeal, ({ body }) => {
    hooks.whileSending()
    const wrong = [...problems].filter(([field]) => field in body)
    if (wrong.length > 0)
      return refused(422, 'Invalid.', {
        errors: Object.fromEntries(wrong.map(([field, text]) => [field, [text]])),
      })
    Object.assign(stored, body)
    return deal()
  })
  const due: (() => void)[] = []
  const editor = createDealEditor(server.api, id, (_ms, work) => {
    due.push(work)
    return () => void due.splice(due.indexOf(work), 1)
  })
  server.on(sellerDeleteDraft, {})
  const begun = () => server.of(sellerCreateDeal).length
  const deleted = () => server.of(sellerDeleteDraft).map(({ params }) => params.deal)
  const saves = () => server.of(sellerSaveDeal).map(({ body }) => body)
  return { editor, saves, begun, deleted, due, problems, hooks }
}

describe('the warning of a text that tells a hidden address', () => {
  const fields = {
    address: '1418 Sumpter Street',
    city: 'Houston',
    state: 'TX',
    zip: '77026',
    is_street_shown: false,
    parcel: null,
    latitude: null,
    longitude: null,
  } as DealFields
  const place = hiddenPlaceOf(fields)

  it('quotes each part once as it is written, and says what buyers read', () => {
    expect(streetWarning('1418 Sumpter! Yes, Sumpter St. Again: 1418 Sumpter.', place)).toEqual({
      parts: ['1418 Sumpter', 'Sumpter St'],
      seen: '(address on request)! Yes, (address on request). Again: (address on request).',
    })
  })

  it('reads through markup and shows none', () => {
    expect(streetWarning('<p>On <b>Sum</b>pter St</p><p>Vacant</p>', place)).toEqual({
      parts: ['Sumpter St'],
      seen: 'On (address on request) Vacant',
    })
  })

  it.each([
    ['a text that tells nothing', 'Brick ranch, ARV $241,000', place],
    ['no text', null, place],
    ['a street that everybody sees', '1418 Sumpter', hiddenPlaceOf({ ...fields, is_street_shown: true })],
  ])('is not there for %s', (_what, text, at) => {
    expect(streetWarning(text, at)).toBeNull()
  })
})

describe('the editor', () => {
  it('saves a draft once after the last key, and only what changed', async () => {
    const { editor, saves, due } = scene('draft')
    await editor.load()
    editor.set({ title: 'Brick' })
    editor.set({ title: 'Brick ranch', price: 99_000 })
    expect([due.length, saves().length, editor.saving.value]).toEqual([1, 0, 'unsaved'])
    due[0]?.()
    await expect.poll(() => editor.saving.value).toBe('saved')
    expect(saves()).toEqual([{ title: 'Brick ranch', price: 99_000 }])
  })

  it('shows paragraphs of HTML as plain text, saves only what is typed, and then as plain text', async () => {
    const { editor, saves } = scene('listed', 7, {
      description: '<p>Roof of 2021.</p>\n<p>Taxes &amp; title are clear.</p>',
    })
    await editor.load()
    expect(editor.fields.value?.description).toBe('Roof of 2021.\n\nTaxes & title are clear.')
    expect(editor.saving.value).toBe('saved')
    editor.set({ description: 'Roof of 2021.\n\nTaxes & title are clear. <b>' })
    await editor.save()
    expect(saves()).toEqual([{ description: 'Roof of 2021.\n\nTaxes & title are clear. <b>' }])
    expect(editor.fields.value?.description).toBe('Roof of 2021.\n\nTaxes & title are clear. <b>')
  })

  it('makes the draft of a new deal when something is typed, and once', async () => {
    const { editor, saves, begun, due } = scene('draft', null)
    await editor.load()
    editor.saveDraft()
    expect([editor.state.value, editor.fields.value?.address, begun()]).toEqual(['ready', '', 0])
    editor.set({ address: '6021 Brandon Street' })
    due[0]?.()
    await expect.poll(() => editor.saving.value).toBe('saved')
    editor.set({ zip: '77051' })
    expect(await editor.save()).toBe(true)
    expect([begun(), saves()]).toEqual([1, [{ address: '6021 Brandon Street' }, { zip: '77051' }]])
    expect(editor.deal.value?.id).toBe(7)
  })

  it('makes no draft of a new deal only to delete it, and deletes one that is being made', async () => {
    const empty = scene('draft', null)
    await empty.editor.load()
    empty.editor.set({ address: '6021 Brandon Street' })
    expect(await empty.editor.throwAway()).toBe(true)
    expect([empty.begun(), empty.deleted()]).toEqual([0, []])
    const typed = scene('draft', null)
    await typed.editor.load()
    typed.editor.set({ address: '6021 Brandon Street' })
    typed.due[0]?.()
    await expect.poll(typed.begun).toBe(1)
    expect(await typed.editor.throwAway()).toBe(true)
    expect([typed.begun(), typed.deleted()]).toEqual([1, [7]])
  })

  it('waits for the button with a deal that buyers see', async () => {
    const { editor, saves, due } = scene('listed')
    await editor.load()
    editor.set({ title: 'Brick ranch' })
    expect(due).toEqual([])
    expect(await editor.save()).toBe(true)
    expect(saves()).toEqual([{ title: 'Brick ranch' }])
  })

  it('keeps what was refused, says why, and saves the rest', async () => {
    const { editor, problems } = scene('listed')
    await editor.load()
    problems.set('arv', 'Enter the after-repair value (ARV).')
    editor.set({ arv: null, title: 'Brick ranch' })
    expect(await editor.save()).toBe(false)
    expect(editor.errors.value).toEqual({ arv: 'Enter the after-repair value (ARV).' })
    expect(editor.saving.value).toBe('failed')
    expect(editor.deal.value?.fields).toMatchObject({ title: 'Brick ranch' })
    editor.set({ arv: 200_000 })
    expect(editor.errors.value).toEqual({})
  })

  it('names a ZIP code that is half typed, keeps it, and saves the rest', async () => {
    const { editor } = scene('draft')
    await editor.load()
    editor.set({ zip: '770', title: 'Brick ranch' })
    expect(await editor.save()).toBe(false)
    expect(editor.errors.value).toEqual({ zip: 'Enter the 5 digits of the ZIP code.' })
    expect(editor.fields.value?.zip).toBe('770')
    expect(editor.deal.value?.fields).toMatchObject({ title: 'Brick ranch' })
  })

  it('takes no older answer for a newer one: of two uploads the first may be answered last', async () => {
    const { editor } = scene('draft')
    const at = (updated_at: string, images: number[]) =>
      ({
        id: 7,
        listing: 'draft',
        fields: {},
        updated_at,
        images,
        documents: [],
      }) as unknown as SellerDealWire
    editor.take(at('2026-11-21T10:00:00.200Z', [1, 2]))
    editor.take(at('2026-11-21T10:00:00.100Z', [1]))
    expect(editor.deal.value?.images).toEqual([1, 2])
    editor.take(at('2026-11-21T10:00:00.300Z', [2]))
    expect(editor.deal.value?.images).toEqual([2])
  })

  it('keeps what is typed while an answer is on its way', async () => {
    const { editor, hooks } = scene('listed')
    await editor.load()
    editor.set({ title: 'One' })
    hooks.whileSending = () => editor.set({ title: 'Two' })
    await editor.save()
    expect(editor.fields.value?.title).toBe('Two')
    expect(editor.saving.value).toBe('unsaved')
  })
})

describe('places of the seller app', () => {
  it.each([
    { kind: 'messages' },
    { kind: 'deals' },
    { kind: 'deal', id: 12 },
    { kind: 'start', step: 'deal' },
    { kind: 'offers', propertyId: 5, offerId: null },
    { kind: 'offers', propertyId: 5, offerId: 9 },
    { kind: 'offers', propertyId: null, offerId: 9 },
    { kind: 'offers', propertyId: null, offerId: null },
    { kind: 'company' },
  ] as const)('%j stands in the address and is read from it', (place) => {
    expect(placeOfHash(hashOf(place))).toEqual(place)
  })

  it('that do not exist are the messages', () => {
    expect(placeOfHash('#nowhere')).toEqual({ kind: 'messages' })
    expect(placeOfHash('#deals/-1')).toEqual({ kind: 'deals' })
  })
})

describe('photos', () => {
  it.each([
    [0, 2, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [1, 1, ['a', 'b', 'c']],
  ])('the one at %i moved to %i', (from, to, order) => {
    expect(movedTo(['a', 'b', 'c'], from, to)).toEqual(order)
  })
})

describe('the embed code', () => {
  it('names the seller’s account and ends no attribute early', () => {
    const of = { origin: 'https://plat.example', accountId: 4, realtimeConfig: '{"key":"it\'s"}' }
    expect(launcherLine(of)).toContain('data-account="4"')
    expect(launcherLine(of)).toContain('data-realtime-config=\'{"key":"it&#39;s"}\'')
    expect(embedTag(of)).toContain('account="4"')
  })
})
