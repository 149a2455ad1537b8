/**
 * Every form of the apps and the messenger is filled in by a test, in real Chromium and with what the server then has: by a row of
 * tests/browser/every-form.test.ts or by a journey. A new form, or field that is typed into, has to be named here.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { BUYER_FORMS } from '#tests/support/buyer-forms.ts'
import { CONSOLE_FORMS } from '#tests/support/console-forms.ts'
import { SELLER_FORMS } from '#tests/support/seller-forms.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** By the name of a row that types into it. */
const IN_A_ROW: Readonly<Record<string, string>> = {
  'marketplace/admin/ui/adjustments-tab.tsx': 'an adjustment',
  'marketplace/admin/ui/applications.tsx': 'an invitation of a seller',
  'marketplace/admin/ui/decision.tsx': 'the reason of a suspension',
  'marketplace/admin/ui/installation-tab.tsx': 'the name of the installation',
  'marketplace/admin/ui/retention-fields.tsx': 'the days for which views are kept',
  'marketplace/admin/ui/settings-tab.tsx': 'a setting',
  'marketplace/admin/ui/support-form.tsx': 'the help contact',
  'marketplace/buyer/features/buy-box/criterion-dialog.tsx': 'a criterion of a buy box',
  'marketplace/buyer/features/buy-box/name-dialog.tsx': 'the name of a buy box',
  'marketplace/buyer/features/buy-box/three-questions.tsx':
    'the questions of a Smart Buy Box that knows too few purchases',
  'marketplace/buyer/features/deal/amount-field.tsx': 'the figures of a deal',
  'marketplace/buyer/features/deal/calculator.tsx': 'the figures of a deal',
  'marketplace/buyer/features/deal/notes.tsx': 'a note on a deal',
  'marketplace/buyer/features/documents/proof-form.tsx': 'details of a proof of funds',
  'marketplace/buyer/features/favourites/favourite-row.tsx': 'labels of a favorite',
  'marketplace/buyer/features/offers/counter-dialog.tsx': 'a counteroffer of the buyer',
  'marketplace/buyer/features/offers/reason-dialog.tsx': 'the reason of a withdrawal',
  'marketplace/buyer/features/open-houses/visit-feedback.tsx': 'feedback after a visit',
  'marketplace/buyer/features/profile/add-phone.tsx': 'a phone',
  'marketplace/buyer/features/profile/email-section.tsx': 'another email address',
  'marketplace/buyer/features/profile/password-section.tsx': 'another password',
  'marketplace/buyer/features/profile/personal-partition.tsx': 'personal details',
  'marketplace/buyer/features/requests/ask-form.tsx': 'a message with an address request',
  'marketplace/buyer/features/requests/ask-question.tsx': 'a question about a deal',
  'marketplace/buyer/features/requests/message-area.tsx': 'a question about a deal',
  'marketplace/buyer/features/reviews/response-form.tsx': 'a response to a review',
  'marketplace/buyer/features/reviews/review-form.tsx': 'a review',
  'marketplace/buyer/features/saved-searches/webhook-dialog.tsx': 'the webhook of a saved search',
  'marketplace/buyer/features/wallet/forfeit-notice.tsx':
    'an objection when staff propose to keep the deposit',
  'marketplace/buyer/features/wallet/top-up-dialog.tsx': 'a top-up',
  'marketplace/buyer/features/wallet/withdraw-dialog.tsx': 'a withdrawal to a bank account',
  'marketplace/buyer/ui/code-input.tsx': 'another email address',
  'marketplace/buyer/ui/password-field.tsx': 'another password',
  'marketplace/buyer/ui/payout/payout-fields.tsx': 'a withdrawal to a bank account',
  'marketplace/buyer/ui/phone-input.tsx': 'a phone',
  'marketplace/buyer/ui/report-form.tsx': 'a report of a deal',
  'marketplace/buyer/ui/search/search-dialog.tsx': 'a saved search',
  'marketplace/seller/ui/blasts/audience-fields.tsx': 'a blast for later',
  'marketplace/seller/ui/blasts/blast-form.tsx': 'a blast for later',
  'marketplace/seller/ui/buyers/tags-form.tsx': 'tags of a buyer',
  'marketplace/seller/ui/company/company-fields.tsx': 'settings of the company',
  'marketplace/seller/ui/company/hours-fields.tsx': 'the launcher of a key',
  'marketplace/seller/ui/company/key-form.tsx': 'a key for a site',
  'marketplace/seller/ui/company/launcher-form.tsx': 'the launcher of a key',
  'marketplace/seller/ui/company/people-section.tsx': 'an invitation',
  'marketplace/seller/ui/company/replies-section.tsx': 'a saved reply',
  'marketplace/seller/ui/company/settings-section.tsx': 'settings of the company',
  'marketplace/seller/ui/composer.tsx': 'a reply to a buyer',
  'marketplace/seller/ui/deals/documents-section.tsx': 'the title of a document',
  'marketplace/seller/ui/deals/facts-sections.tsx': 'a listed deal',
  'marketplace/seller/ui/deals/fields.tsx': 'a listed deal',
  'marketplace/seller/ui/deals/photos-section.tsx': 'the caption of a photo',
  'marketplace/seller/ui/deals/price-section.tsx': 'a listed deal',
  'marketplace/seller/ui/deals/visits-section.tsx': 'planning an open house',
  'marketplace/seller/ui/inbox/thread-actions.tsx': 'when a snooze ends',
  'marketplace/seller/ui/inbox/write-box.tsx': 'an internal note',
  'marketplace/seller/ui/offers/counter-form.tsx': 'a counteroffer',
  'marketplace/seller/ui/offers/offer-files.tsx': 'asking for documents',
  'marketplace/seller/ui/offers/offer-tracker.tsx': 'when a step to closing is due',
  'marketplace/seller/ui/offers/seller-moves.tsx': 'the reason why an offer is declined',
  'marketplace/seller/ui/request-row.tsx': 'the reason why an address request is declined',
  'marketplace/seller/ui/reviews/response-form.tsx': 'a response to a review',
  'marketplace/seller/ui/reviews/review-buyer.tsx': 'a review of a buyer',
  'marketplace/seller/ui/visits-dialog.tsx': 'the reason why an open house is called off',
  'widget/ui/composer/composer.tsx': 'a message to a seller',
}

/** By the file in tests/browser and the beginning of the name of its test that types into it. */
const IN_A_JOURNEY: Readonly<Record<string, readonly [file: string, test: string]>> = {
  'marketplace/admin/ui/setup-screen.tsx': ['first-run', 'the address a new server prints'],
  'marketplace/buyer/app/consent-banner.tsx': ['browser-storage', 'an answer without a version'],
  'marketplace/buyer/features/confirm-email/confirm-banner.tsx': [
    'address-request',
    'a buyer who has confirmed nothing',
  ],
  'marketplace/buyer/features/login/login-fields.tsx': ['entry-doors', 'by password, from the dialog'],
  'marketplace/buyer/features/login/login-panel.tsx': ['entry-doors', 'by code: a wrong one is said'],
  'marketplace/buyer/features/messenger/note-card.tsx': ['message-reach', 'several messages are one note'],
  'marketplace/buyer/features/offers/price-field.tsx': ['make-offer', 'a price typed as people write it'],
  'marketplace/buyer/features/offers/price-stage.tsx': ['make-offer', 'a price typed as people write it'],
  'marketplace/buyer/features/offers/proof-details.tsx': [
    'make-offer',
    'what is typed about a proof of funds',
  ],
  'marketplace/buyer/features/offers/terms-fields.tsx': [
    'make-offer',
    'who has no deposit pays it over the offer',
  ],
  'marketplace/buyer/features/profile/confirm-phone.tsx': [
    'profile-partitions',
    'a phone is added, confirmed',
  ],
  'marketplace/buyer/features/profile/delete-account.tsx': ['withdrawals', 'deleting an account says'],
  'marketplace/buyer/features/register/register-form.tsx': ['entry-doors', 'a registration survives'],
  'marketplace/buyer/features/reset-password/reset-page.tsx': [
    'entry-doors',
    'by a new password: the way there',
  ],
  'marketplace/buyer/features/setup/phone-dialog.tsx': ['buy-box-setup', 'the phone comes first'],
  'marketplace/buyer/features/unsubscribe/by-email.tsx': ['imported-contact', 'an address is typed'],
  'marketplace/buyer/features/wallet/card-form.tsx': ['wallet', 'cards are added'],
  'marketplace/buyer/ui/company-select/company-select.tsx': ['buy-box-setup', 'a buyer links two companies'],
  'marketplace/buyer/ui/company-select/entity-form.tsx': ['buy-box-setup', 'a buyer links two companies'],
  'marketplace/kit/login/login-form.tsx': ['entry-doors', 'of sellers, by a new password'],
  'marketplace/kit/two-step/add-app.tsx': ['two-step', 'adds an authenticator app'],
  'marketplace/kit/two-step/security-panel.tsx': ['two-step', 'add a passkey'],
  'marketplace/kit/two-step/step-form.tsx': ['two-step', 'adds an authenticator app'],
  'marketplace/seller/ui/blasts/word-fields.tsx': ['seller-blasts', 'a published deal reaches'],
  'marketplace/seller/ui/buyers/import-fields.tsx': [
    'seller-blasts',
    'a list of buyers is brought from a file',
  ],
  'marketplace/seller/ui/deals/place-section.tsx': ['seller-guide', 'a company that has just joined'],
  'marketplace/seller/ui/join/company-steps.tsx': ['seller-guide', 'a company that has just joined'],
  'marketplace/seller/ui/join/deal-step.tsx': ['seller-guide', 'a company that has just joined'],
  'marketplace/seller/ui/join/join-screen.tsx': ['seller-join', 'a company applies, is approved'],
  'marketplace/seller/ui/phone-check.tsx': ['seller-guide', 'a company that has just joined'],
  'marketplace/seller/ui/typed-confirm.tsx': ['close-company', 'what is open is settled first'],
  'shared/thread/offer/offer-reply-form.tsx': ['offer-thread', 'countered in the seller app and accepted'],
  'widget/launcher/site-key/email-bar.ts': ['guests', 'a visitor writes, sees the answer live'],
  'widget/launcher/site-key/guest.ts': ['guests', 'a visitor writes, sees the answer live'],
}

const NO_FORMS: Readonly<Record<string, readonly string[]>> = {
  'a search or a filter': [
    'marketplace/admin/ui/search.tsx',
    'marketplace/buyer/features/browse/filters/keyword-filter.tsx',
    'marketplace/kit/command/command-dialog.tsx',
    'marketplace/buyer/features/wallet/statement-filter-bar.tsx',
    'marketplace/buyer/ui/place-select/place-box.tsx',
    'marketplace/buyer/ui/place-select/place-select.tsx',
    'marketplace/seller/ui/inbox/inbox-head.tsx',
    'widget/ui/list/search-box.tsx',
  ],
  'something to copy, which nobody changes': [
    'marketplace/buyer/features/company/link-code.tsx',
    'marketplace/buyer/features/deal/share-dialog.tsx',
  ],
  'a choice from a list': ['marketplace/seller/ui/property-list.tsx'],
  'a figure that stays on its page': ['marketplace/seller/ui/offers/offer-compare.tsx'],
  'a field that forms are made of': [
    'marketplace/kit/ui/form-fields.tsx',
    'shared/ui/money-input.tsx',
    'widget/launcher/site-key/panel.ts',
  ],
}

const LISTED = [...Object.keys(IN_A_ROW), ...Object.keys(IN_A_JOURNEY), ...Object.values(NO_FORMS).flat()]

const PARTS =
  /<(form|textarea|TextArea|Field|MoneyInput|input|PhoneInput|PasswordField|CodeInput|PriceField|AmountField|BankFields|MessageArea|TextField|AreaField|NumberField|CompanyFields)\b(?:=>|[^>])*/g
const IS_NOT_TYPED = /\btype="(checkbox|radio|file|range|search)"/
/** Of the launcher, which has no JSX. */
const MADE = /\bmake\('(form|textarea|input)'|\bpanelForm\(/

/** Paths of all that has a form, or a field that is typed into. */
function formFiles(): string[] {
  return ['marketplace', 'widget', 'shared'].flatMap((room) =>
    readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' })
      .map((path) => `${room}/${path}`)
      .filter((path) => isCode(path) && hasForm(readFileSync(ROOT + path, 'utf8'))),
  )
}

const isCode = (path: string) =>
  path.endsWith('.tsx') || (path.startsWith('widget/launcher/') && path.endsWith('.ts'))

const hasForm = (code: string): boolean =>
  MADE.test(code) ||
  [...code.matchAll(PARTS)].some(([part, name]) => name !== 'input' || !IS_NOT_TYPED.test(part))

test.each([
  ['<form onSubmit={send}>', true],
  ['<textarea value={text} />', true],
  ['<input value={text} onChange={(event) => change(event)} type="date" />', true],
  ['<input onChange={() => choose()} type="checkbox" />', false],
  ['<FormProblem message={message} />', false],
  ["make('textarea', { rows: LINES })", true],
  ["make('button', { type: 'button' })", false],
])('%s is taken for a form: %s', (code, isForm) => {
  expect(hasForm(code)).toBe(isForm)
})

test('every form and every field that is typed into is named once, and nothing else is', () => {
  expect(LISTED.toSorted()).toEqual(formFiles().toSorted())
})

test('every row and every journey that is named is there', () => {
  const rows = new Set([...BUYER_FORMS, ...SELLER_FORMS, ...CONSOLE_FORMS].map(({ name }) => name))
  expect(Object.values(IN_A_ROW).filter((name) => !rows.has(name))).toEqual([])
  const hasTest = ([file, name]: readonly [string, string]) =>
    readFileSync(`${ROOT}tests/browser/${file}.test.ts`, 'utf8').includes(`'${name}`)
  expect(Object.values(IN_A_JOURNEY).filter((journey) => !hasTest(journey))).toEqual([])
})
