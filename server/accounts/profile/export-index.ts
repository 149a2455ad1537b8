/** The page that an export opens with: what each of its files has. */

export interface Listed {
  /** Null for an upload that the file store does not have. */
  name: string | null
  /** Of rows. */
  table?: string
  count?: number
  /** Of an upload. */
  title?: string
}

export const TABLE_WORDS: Readonly<Record<string, string>> = {
  profile: 'Your profile',
  customer_phones: 'Phone numbers',
  sms_consents: 'What you agreed to for text messages',
  mail_preferences: 'Emails that you stopped',
  social_identities: 'Other services that you log in with',
  identity_checks: 'Identity checks',
  buy_boxes: 'Buy boxes',
  geotags: 'Places of your buy box',
  location_queries: 'Places that you searched for',
  linked_companies: 'Companies that you linked',
  match_feedback: 'What you said about matches',
  matches: 'Deals that match your buy boxes',
  deal_marks: 'Deals that you saw or hid',
  deal_visits: 'Your last visit',
  digested_deals: 'Deals that were in your digests',
  notifications: 'Notifications',
  notification_preferences: 'Which notifications you want',
  quiet_hours: 'Quiet hours',
  deliveries: 'Emails, texts and push notifications to you',
  saved_searches: 'Saved searches',
  account_buyers: 'Sellers who have you as a contact',
  campaign_recipients: 'Sellers’ messages to many buyers that you got',
  site_visitors: 'Your visits on sellers’ sites',
  ui_events: 'Deals and photos that you viewed',
  offers: 'Offers',
  offer_moves: 'What was offered and answered',
  offer_steps: 'Steps to closing',
  corporate_documents: 'Documents of your offers',
  inquiries: 'Questions and address requests',
  favourites: 'Favorites',
  open_house_registrations: 'Open houses',
  deal_notes: 'Notes on deals',
  property_reports: 'Deals that you reported',
  proofs_of_funds: 'Proofs of funds',
  ledger_transactions: 'Transactions of your wallet and deposits',
  ledger_entries: 'Amounts of these transactions, in cents',
  billing_infos: 'Cards',
  payments: 'Payments',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  reviews: 'Reviews',
  account_follows: 'Sellers that you follow',
  chats: 'Conversations',
  messages: 'Messages',
  sessions: 'Logins and devices',
  portrait: 'The address of your photo',
  log: 'When staff looked at or changed your records',
}

export function writeIndex(
  listed: readonly Listed[],
  { site, nowMs }: { site: string; nowMs: number },
): string {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(nowMs)
  const rows = listed.map(
    ({ name, table = '', title = TABLE_WORDS[table] ?? table, count }) =>
      `<tr><td>${escaped(title)}</td><td>${linkTo(name)}</td><td>${count ?? ''}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Your data at ${escaped(site)}</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}td,th{padding:.25rem 1rem .25rem 0;text-align:left;vertical-align:top}</style>
<h1>Your data at ${escaped(site)}</h1>
<p>Everything stored about you on ${day}. Files under data are JSON: open them in a text editor or a spreadsheet. Amounts that end in _cents are in cents.</p>
<table>
<tr><th>What</th><th>File</th><th>Entries</th></tr>
${rows.join('\n')}
</table>
</html>
`
}

const linkTo = (name: string | null): string =>
  name === null
    ? 'This file is missing. Ask support.'
    : `<a href="${escaped(name.split('/').map(encodeURIComponent).join('/'))}">${escaped(name)}</a>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
