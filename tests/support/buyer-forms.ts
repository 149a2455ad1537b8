/** Every form of the buyer's app, for tests/browser/every-form.test.ts. */
import { logIn } from './fixtures.ts'
import { type FormRow, formWith, OFFERS } from './form-row.ts'
import { codeTo } from './letters.ts'

export const BUYER_FORMS: readonly FormRow[] = [
  {
    name: 'personal details',
    at: '/profile/personal',
    fields: [
      ['Company', 'Whitfield Holdings'],
      ['About you', 'Buys on the north side.'],
    ],
    send: 'Save changes',
    read: `select bio from customers where id = 1`,
    is: 'Buys on the north side.',
  },
  {
    name: 'labels of a favorite',
    at: '/profile/favourites',
    open: [/^Labels of /],
    within: (page) => formWith(page, 'Labels, separated by commas'),
    fields: [['Labels, separated by commas', 'flip, north']],
    send: 'Save',
    read: `select labels from favourites where customer_id = 1 and labels::text like '%north%'`,
    is: ['flip', 'north'],
  },
  {
    name: 'feedback after a visit',
    at: '/profile/open-houses',
    within: (page) => page.getByRole('region', { name: 'Past' }).getByRole('listitem').first(),
    fields: [[/^What should the seller know/, 'The roof leaks over the hall.']],
    choose: (form) => form.getByLabel('How was it?').selectOption('4'),
    send: 'Send to the seller',
    read: `select feedback from open_house_registrations where customer_id = 1 and rating is not null`,
    is: 'The roof leaks over the hall.',
  },
  {
    name: 'a response to a review',
    at: '/profile/reviews',
    open: [/^Respond to /],
    within: (page) => formWith(page, 'Your response, everybody can read it'),
    fields: [['Your response, everybody can read it', 'Thank you, happy to close again.']],
    send: /^(Send|Save|Respond)/,
    read: `select content from review_responses order by created_at desc, review_id desc limit 1`,
    is: 'Thank you, happy to close again.',
  },
  {
    name: 'a review',
    at: '/profile/reviews?tab=written',
    open: [/^Write a review of /],
    within: 'dialog',
    fields: [['How was it to work with them?', 'The lockbox code worked, and so did the numbers.']],
    choose: (form) =>
      form
        .getByRole('radiogroup', { name: 'Overall' })
        .getByRole('radio', { name: '4 stars' })
        .check({ force: true }),
    send: 'Send review',
    read: `select content from reviews where about = 'account' order by id desc limit 1`,
    is: 'The lockbox code worked, and so did the numbers.',
  },
  {
    name: 'a message with an address request',
    at: '/property/20',
    open: ['Add a message'],
    within: (page) => page.getByRole('region', { name: 'Address', exact: true }),
    fields: [['Message to the seller', 'Could we see it on Friday?']],
    send: 'Request address',
    read: `select message from inquiries where customer_id = 1 and property_id = 20 order by id desc limit 1`,
    is: 'Could we see it on Friday?',
  },
  {
    name: 'a report of a deal',
    at: '/property/3',
    open: ['Report a problem'],
    within: 'dialog',
    fields: [['Details, if you like', 'The photos are of another house.']],
    choose: (form) => form.getByRole('radio').first().check(),
    send: 'Send report',
    read: `select details from property_reports order by id desc limit 1`,
    is: 'The photos are of another house.',
  },
  {
    name: 'a counteroffer of the buyer',
    at: `/profile/offers?offer=${OFFERS.countered}`,
    open: ['Counter'],
    within: 'dialog',
    fields: [[/^Note/, 'Split the difference?']],
    send: /counter/i,
    read: `select terms->>'note' from offers where id = ${OFFERS.countered}`,
    is: 'Split the difference?',
  },
  {
    name: 'the reason of a withdrawal',
    at: `/profile/offers?offer=${OFFERS.countered}`,
    open: ['Withdraw'],
    within: 'dialog',
    fields: [['Reason', 'Found another']],
    send: 'Withdraw',
    read: `select note from offer_moves where offer_id = ${OFFERS.countered} order by id desc limit 1`,
    is: 'Found another',
  },
  {
    name: 'the name of a buy box',
    at: '/profile/buy-box',
    open: ['Add buy box'],
    within: 'dialog',
    fields: [['Name', 'North flips']],
    send: /^Add/,
    read: `select name from buy_boxes where customer_id = 1 order by id desc limit 1`,
    is: 'North flips',
  },
  {
    name: 'the webhook of a saved search',
    at: '/profile/saved-searches',
    open: [/^More for /, 'Webhook'],
    within: 'dialog',
    fields: [['Address', 'https://hooks.example.com/deals']],
    send: /^Save/,
    read: `select url from search_webhooks limit 1`,
    is: 'https://hooks.example.com/deals',
  },
  {
    name: 'a note on a deal',
    at: '/property/3',
    fields: [['My notes on this deal', 'Ask about the easement.']],
    leaving: 'saved',
    read: `select note from deal_notes where customer_id = 1 and property_id = 3`,
    is: 'Ask about the easement.',
  },
  {
    name: 'a question about a deal',
    at: '/property/3',
    open: ['Ask a question'],
    within: 'dialog',
    fields: [['Your question', 'Is the roof insured?']],
    leaving: 'kept',
    send: 'Send',
    read: `select message from inquiries where customer_id = 1 and type = 'inquiry' order by id desc limit 1`,
    is: 'Is the roof insured?',
  },
  {
    name: 'a criterion of a buy box',
    at: '/profile/buy-box',
    open: [/^Edit .*price/i],
    within: 'dialog',
    fields: [['At most', '155,000']],
    send: 'Save criterion',
    read: `select (c->>'max')::int from buy_boxes, jsonb_array_elements(criteria) c
      where customer_id = 1 and c->>'key' = 'price' and c->>'max' = '155000'`,
    is: 155_000,
  },
  {
    name: 'details of a proof of funds',
    at: '/profile/documents',
    open: [/^Edit POF-/],
    within: (page) => page.getByRole('form', { name: /^Details of / }),
    fields: [
      ['Amount it shows', '410,000'],
      ['Bank', 'Cypress Creek Savings'],
    ],
    send: 'Save',
    read: `select amount_cents::int from proofs_of_funds where bank = 'Cypress Creek Savings'`,
    is: 41_000_000,
  },
  {
    name: 'a phone',
    at: '/profile/phones',
    open: ['Add phone'],
    within: (page) => formWith(page, 'Phone number'),
    fields: [['Phone number', '(713) 284-0177']],
    send: 'Add and text me a code',
    read: `select phone from customer_phones where customer_id = 1 order by id desc limit 1`,
    is: '+17132840177',
  },
  {
    name: 'another email address',
    at: '/profile/personal',
    open: ['Change email'],
    within: (page) => formWith(page, 'New email'),
    fields: [['New email', 'moved@example.com']],
    send: 'Send the code',
    finish: async (page, { url, logins }) =>
      page.getByLabel(/^Code to change your email/).fill(await codeTo(url, logins.buyer1.email)),
    read: `select email from customers where id = 1`,
    is: 'moved@example.com',
  },
  {
    name: 'another password',
    at: '/profile/security',
    within: (page) => formWith(page, 'New password'),
    fields: [
      ['Current password', 'plat-buyer-1'],
      ['New password', 'seven green herons'],
    ],
    send: 'Change password',
    // Of a context of its own, which has no login yet.
    async read(page, world) {
      const context = await page.context().browser()?.newContext({ baseURL: world.url })
      if (!context) return null
      const own = { email: 'moved@example.com', password: 'seven green herons' }
      return logIn(context, world, own)
        .then(() => 'lets in', String)
        .finally(() => context.close())
    },
    is: 'lets in',
  },
]
