/** Every form of the three apps, for tests/browser/every-form.test.ts: how it is reached, what is typed, and where the server keeps it. */
import type { Locator, Page } from 'playwright'

export interface FormRow {
  name: string
  /** Path, or place of the seller's app, or tab of the console. */
  at: string
  /** From the page to the form: buttons to press one after the other. */
  open?: readonly (string | RegExp)[]
  /** Where the form is, if it is not alone on its page. */
  within?: 'dialog' | ((page: Page) => Locator)
  fields: readonly (readonly [label: string | RegExp, text: string])[]
  /** Choices that are no typing. */
  choose?: (form: Locator) => Promise<unknown>
  send: string | RegExp
  /** One value of the first row. */
  read: string
  is: unknown
}

const formWith = (page: Page, label: string) => page.locator('form', { has: page.getByLabel(label) })

/** What the forms need besides the demo's world. */
export const FORM_DATA: readonly string[] = [
  `insert into favourites (customer_id, property_id) values (1, 3)`,
  `insert into saved_searches (customer_id, name, query, alert, channels, revision)
   values (1, 'North', 'city=Houston', 'daily', '[]', 0)`,
  `update properties set is_street_shown = false where id = 20`,
  `insert into inquiries (property_id, customer_id, account_id, type, state)
   values (16, 1, 1, 'address_request', 'pending')`,
]

/** Of buyer1 at the first account: one to answer by each side. */
const OFFERS = { toAnswer: 4, countered: 5, counteredByBuyer: 9 }

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
]

export const SELLER_FORMS: readonly FormRow[] = [
  {
    name: 'tags of a buyer',
    at: 'buyers',
    open: [/^Tags of /],
    within: (page) => formWith(page, 'Tags, separated by commas'),
    fields: [['Tags, separated by commas', 'cash, north']],
    send: 'Save tags',
    read: `select tags from account_buyers where tags::text like '%north%'`,
    is: ['cash', 'north'],
  },
  {
    name: 'a response to a review',
    at: 'reviews',
    open: [/^Respond to /],
    fields: [['Your response, seen by everybody', 'Thank you for coming.']],
    send: 'Save',
    read: `select content from review_responses order by created_at desc, review_id desc limit 1`,
    is: 'Thank you for coming.',
  },
  {
    name: 'a review of a buyer',
    at: 'reviews',
    open: [/^Review /],
    fields: [['Your review', 'Closed on the day that was agreed.']],
    choose: (form) => form.getByRole('radio', { name: '5 stars' }).check({ force: true }),
    send: 'Send review',
    read: `select content from reviews where about = 'customer' order by id desc limit 1`,
    is: 'Closed on the day that was agreed.',
  },
  {
    name: 'asking for documents',
    at: `offers/16/${OFFERS.toAnswer}`,
    open: ['Ask for documents'],
    fields: [['What do you need?', 'Please send the deed.']],
    send: 'Send',
    read: `select body from messages order by id desc limit 1`,
    is: 'Please send the deed.',
  },
  {
    name: 'a counteroffer',
    at: `offers/16/${OFFERS.toAnswer}`,
    open: ['Counter'],
    within: (page) => page.getByRole('form', { name: 'Counter' }),
    fields: [
      ['Your price', '131,500'],
      ['Note (optional)', 'As is.'],
    ],
    send: 'Send counter',
    read: `select price_cents::int from offers where id = ${OFFERS.toAnswer}`,
    is: 13_150_000,
  },
  {
    name: 'the reason why an offer is declined',
    at: `offers/3/${OFFERS.counteredByBuyer}`,
    open: ['Decline'],
    fields: [[/^Reason/, 'Too low']],
    send: 'Decline',
    read: `select note from offer_moves where offer_id = ${OFFERS.counteredByBuyer} order by id desc limit 1`,
    is: 'Too low',
  },
  {
    name: 'the reason why an address request is declined',
    at: 'messages',
    open: [/^Requests \(/, /^Decline the request of Dana/],
    within: 'dialog',
    fields: [['Reason (optional)', 'Sold']],
    send: 'Decline',
    read: `select reason from inquiries where state = 'declined' order by decided_at desc limit 1`,
    is: 'Sold',
  },
  {
    name: 'planning an open house',
    at: 'deals/1',
    open: ['Plan an open house'],
    within: (page) => page.getByRole('form', { name: 'A new open house' }),
    fields: [
      ['Begins', '2031-05-03T10:00'],
      ['Ends', '2031-05-03T12:00'],
      ['How to get in', 'Ring twice.'],
    ],
    send: 'Plan it',
    read: `select access_notes from open_houses order by id desc limit 1`,
    is: 'Ring twice.',
  },
  {
    name: 'a video of a deal',
    at: 'deals/1',
    within: (page) => page.getByRole('region', { name: 'Videos' }),
    fields: [['Address of a video', 'https://videos.example.com/walk']],
    send: 'Add video',
    read: `select url from property_videos order by id desc limit 1`,
    is: 'https://videos.example.com/walk',
  },
  {
    name: 'a listed deal',
    at: 'deals/1',
    fields: [[/^Asking price/, '119,000']],
    send: 'Save changes',
    read: `select price::int from properties where id = 1`,
    is: 119_000,
  },
  {
    name: 'a saved reply',
    at: 'company',
    open: ['Add a saved reply'],
    within: (page) => page.getByRole('form', { name: 'A new saved reply' }),
    fields: [
      ['Name', 'Access'],
      ['Reply', 'There is a lockbox on the gas meter.'],
    ],
    send: 'Save the reply',
    read: `select body from saved_replies order by id desc limit 1`,
    is: 'There is a lockbox on the gas meter.',
  },
  {
    name: 'settings of the company',
    at: 'company',
    within: (page) => page.getByRole('region', { name: 'Settings' }),
    fields: [['About', 'We buy where we live.']],
    send: 'Save settings',
    read: `select about from accounts where id = 1`,
    is: 'We buy where we live.',
  },
]

export const CONSOLE_FORMS: readonly FormRow[] = [
  {
    name: 'a setting',
    at: 'Settings',
    within: (page) => page.getByRole('row').filter({ hasText: 'Platform fee' }),
    fields: [['Platform fee, $', '1050']],
    send: 'Save',
    read: `select value::int from settings where name = 'platform_fee_cents'`,
    is: 105_000,
  },
  {
    name: 'the help contact',
    at: 'Settings',
    within: (page) => page.getByRole('region', { name: 'Help contact' }),
    fields: [['Email', 'help@example.com']],
    send: 'Save contact',
    read: `select value->>'email' from settings where name = 'support'`,
    is: 'help@example.com',
  },
  {
    name: 'an adjustment',
    at: 'Adjustments',
    open: ['Propose an adjustment'],
    within: (page) => page.getByRole('group').filter({ hasText: 'Propose an adjustment' }),
    fields: [
      ['Customer number', '1'],
      ['Amount in USD (negative to deduct)', '12.50'],
      ['Reason, shown to the customer', 'Charged twice in June.'],
    ],
    send: 'Propose',
    read: `select reason from adjustments order by id desc limit 1`,
    is: 'Charged twice in June.',
  },
  {
    name: 'the reason of a suspension',
    at: 'Sellers',
    open: ['Suspend'],
    within: 'dialog',
    fields: [[/^Reason/, 'Lists houses of others.']],
    send: /^Suspend/,
    read: `select after->>'reason' from audit_log where action = 'account.suspend'`,
    is: 'Lists houses of others.',
  },
]
