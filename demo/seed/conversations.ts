/** The scripted conversations: together they show every action, label, card and read state the messenger knows. */
import { daysAgo, lastYear, type Moment, minutesAgo } from './moments.ts'
import type { DemoMessage } from './world.ts'

type More = Partial<Pick<DemoMessage, 'action' | 'channel' | 'deal' | 'isRead'>>
type Line = { at: Moment; direction: DemoMessage['direction']; body: string } & More

const seller = (at: Moment, body: string, more: More = {}): Line => ({
  at,
  direction: 'outbound',
  body,
  ...more,
})
const buyer = (at: Moment, body: string, more: More = {}): Line => ({
  at,
  direction: 'inbound',
  body,
  ...more,
})
const unread = { isRead: false }

const CONVERSATIONS: readonly { customer: string; account: string; lines: readonly Line[] }[] = [
  {
    customer: 'buyer1',
    account: 'lone-star',
    lines: [
      seller(daysAgo(2, '10:12'), 'Sumpter is back on the list, the first buyer could not fund.', {
        action: 'blast',
        channel: 'sms',
        deal: 'sumpter',
      }),
      buyer(daysAgo(2, '10:40'), 'What came up on the inspection?', { action: 'inquiry', deal: 'sumpter' }),
      seller(daysAgo(2, '10:52'), 'Galvanized supply lines and one soft spot in the hall bath.'),
      seller(daysAgo(2, '10:53'), 'Report is here: https://example.com/reports/sumpter-inspection.pdf'),
      buyer(daysAgo(1, '16:20'), 'Thanks. Can I walk it Saturday or Sunday?'),
      seller(minutesAgo(47), 'Sunday works too, nobody is living there.', unread),
      seller(minutesAgo(46), 'The lockbox is on all weekend. I text the code on Friday.', unread),
    ],
  },
  {
    customer: 'buyer1',
    account: 'gulf-coast',
    lines: [
      seller(daysAgo(21, '08:30'), 'Blast', { action: 'blast', channel: 'email', deal: 'nance' }),
      buyer(daysAgo(21, '09:05'), 'Nance is over ARV even before repairs. Is there room?'),
      seller(
        daysAgo(21, '09:31'),
        'Seller will not move before the end of the month. I will ping you if that changes.',
      ),
      seller(minutesAgo(79), '5 new deals in Harris County under 70% of ARV. First pick:', {
        action: 'deals_digest',
        deal: 'tabor',
        ...unread,
      }),
    ],
  },
  {
    customer: 'buyer1',
    account: 'bayou-city',
    lines: [
      seller(
        daysAgo(1, '11:04'),
        'Just signed: a Second Ward fourplex, three units leased through spring. Asking $338,000.',
        {
          action: 'blast',
          channel: 'sms',
          deal: 'second-ward',
        },
      ),
      buyer(daysAgo(1, '11:31'), 'What do the units rent for? And how old is the sewer line?', {
        action: 'inquiry',
        deal: 'second-ward',
      }),
      seller(daysAgo(1, '11:48'), 'Two at $975, one at $1,040. The empty one needs paint and a stove.'),
      seller(daysAgo(1, '11:49'), 'Sewer was lined in 2021, I have the permit.'),
      buyer(minutesAgo(112), 'Good. I would keep everyone in place.'),
      buyer(minutesAgo(111), 'Where exactly is it? I am nearby this afternoon.'),
      buyer(minutesAgo(108), 'Second Ward fourplex, 77003', {
        action: 'address_request',
        deal: 'second-ward',
      }),
    ],
  },
  {
    customer: 'buyer1',
    account: 'northline',
    lines: [
      seller(
        daysAgo(5, '09:15'),
        'Hogan has a motivated heir on the other side. Bring me a number by Friday.',
        {
          deal: 'hogan',
        },
      ),
    ],
  },
  {
    customer: 'buyer1',
    account: 'sabine-ridge',
    lines: [
      seller(
        daysAgo(7, '14:02'),
        'Price drop: 4814 Providence Street is now $158,000. The seller has already moved out, the title work is done and clear, ' +
          'and there is a survey from last spring. Two things to know before you drive over: the back porch is not permitted, ' +
          'and the neighbor to the east parks on the shared drive, which is in the easement and fine on paper, but ask me about it. ' +
          'Roof is from 2017, the water heater is new, the panel is an old Federal Pacific and should go. ' +
          'I have three buyers looking on Thursday between 10 and noon; if you want to see it alone, Wednesday late afternoon is open.',
        { action: 'blast', channel: 'sms', deal: 'providence' },
      ),
    ],
  },
  {
    customer: 'buyer1',
    account: 'magnolia-oak',
    lines: [
      seller(
        daysAgo(12, '10:10'),
        'Wrenwood appraised at $266,000 last month, the appraisal is yours if you want it.',
        {
          deal: 'wrenwood',
        },
      ),
      buyer(daysAgo(11, '17:45'), 'Thanks, too far east for my crew. I will sit this one out.'),
    ],
  },
  {
    customer: 'buyer1',
    account: 'piney-woods',
    lines: [seller(daysAgo(16, '07:58'), 'Blast', { action: 'blast', channel: 'email', deal: 'fm-1486' })],
  },
  {
    customer: 'buyer1',
    account: 'tidewater',
    lines: [
      seller(daysAgo(28, '12:30'), 'Avenue L is raised, elevation certificate included.', {
        deal: 'avenue-l',
      }),
      buyer(daysAgo(27, '08:14'), 'Was there water in the house in 2008 or 2017?', {
        action: 'inquiry',
        deal: 'avenue-l',
      }),
    ],
  },
  {
    customer: 'buyer1',
    account: 'unnamed',
    lines: [seller(lastYear('12-18', '15:07'), 'A new person looks after this account from January on.')],
  },
  {
    customer: 'buyer2',
    account: 'lone-star',
    lines: [
      seller(daysAgo(3, '15:40'), 'Caplin closes in 12 days if you take it as it stands.', {
        deal: 'caplin',
      }),
      buyer(minutesAgo(35), 'Tell them 122 and I sign today.', unread),
    ],
  },
  {
    customer: 'buyer2',
    account: 'gulf-coast',
    lines: [
      seller(minutesAgo(78), '5 new deals in Harris County under 70% of ARV. First pick:', {
        action: 'deals_digest',
        deal: 'tabor',
        ...unread,
      }),
      seller(minutesAgo(77), 'Beldart has a tenant until August, $1,550 a month.', {
        deal: 'beldart',
        ...unread,
      }),
    ],
  },
  {
    customer: 'buyer2',
    account: 'bayou-city',
    lines: [
      buyer(daysAgo(6, '18:20'), 'Second Ward fourplex, 77003', {
        action: 'address_request',
        deal: 'second-ward',
      }),
      seller(
        daysAgo(5, '08:45'),
        'I need a proof of funds first, any bank letter from the last 30 days does it.',
      ),
    ],
  },
  {
    customer: 'buyer2',
    account: 'tidewater',
    lines: [seller(lastYear('10-02', '11:25'), 'Happy to have you on our list. What do you buy?')],
  },
  {
    customer: 'priya',
    account: 'lone-star',
    lines: [
      buyer(minutesAgo(190), 'Is Larkspur still open? I can close in two weeks.', {
        action: 'inquiry',
        deal: 'larkspur',
        ...unread,
      }),
    ],
  },
  {
    customer: 'theo',
    account: 'lone-star',
    lines: [
      seller(daysAgo(9, '13:00'), 'Any interest in 77033? I have one coming next week.'),
      buyer(daysAgo(9, '13:20'), 'Always. Slab only, though.'),
      seller(daysAgo(8, '09:05'), 'Slab it is.', { deal: 'larkspur' }),
    ],
  },
  {
    customer: 'carla',
    account: 'gulf-coast',
    lines: [
      buyer(minutesAgo(240), 'Erastus, please.', { action: 'address_request', deal: 'erastus', ...unread }),
      buyer(minutesAgo(239), 'Tenant or vacant?', unread),
    ],
  },
  {
    customer: 'wes',
    account: 'gulf-coast',
    lines: [seller(daysAgo(14, '11:30'), 'Passed it on. They are firm for now.')],
  },
]

/** The scripted messages as they stand when the world is seeded at `nowMs`. */
export function scriptedMessages(nowMs: number): DemoMessage[] {
  return CONVERSATIONS.flatMap(({ customer, account, lines }) =>
    lines.map(({ at, ...line }) => ({
      customer,
      account,
      isRead: true,
      action: null,
      channel: null,
      deal: null,
      offer: null,
      ...line,
      sentAtMs: at(nowMs),
    })),
  )
}
