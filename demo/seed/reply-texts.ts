/** What a seller would plausibly say to a text. Pure: the same text and turn give the same words. */

const TOPICS: readonly { about: RegExp; says: readonly [string, ...string[]] }[] = [
  {
    about: /\b(thanks|thank you|thx|appreciate)\b/i,
    says: ['Any time.', 'Sure. Tell me when you have had a look.'],
  },
  {
    about: /\b(address|where|location|drive by|which street)\b/i,
    says: [
      'I will send the exact address once the owner says yes, that is usually the same day.',
      'The pin is in the email from this morning. Park on the street, the drive is shared.',
    ],
  },
  {
    about: /\b(offer|price|lower|discount|room|\d{2,3}k|counter)\b|\$\s?\d/i,
    says: [
      'I can take that to the seller. How soon can you close?',
      'They want to stay close to asking, but a short inspection period helps.',
    ],
  },
  {
    about: /\b(lockbox|code|tour|walk|see it|visit|show|saturday|sunday|today|tomorrow)\b/i,
    says: [
      'It is on lockbox. Go any time in daylight, I text the code.',
      'Tomorrow after ten works. Who comes with you?',
    ],
  },
  {
    about: /\b(roof|foundation|plumbing|sewer|electric\w*|hvac|repairs?|inspection|flood\w*|water)\b/i,
    says: [
      'No surprises that I know of. The inspection is from last month, I can send it.',
      'Budget for it, honestly. Two contractors were out and both numbers are in the folder.',
    ],
  },
  {
    about: /\b(rent\w*|tenants?|leased?|leases|vacant|occupied|section 8)\b/i,
    says: [
      'Month to month, paid through the end of the month.',
      'Vacant since spring. You get it empty and broom-clean.',
    ],
  },
  {
    about: /\b(photos?|pictures?|video)\b/i,
    says: ['Forty photos and a walk-through, I will put them on this thread.'],
  },
  {
    about: /\b(title|survey|closing|close|escrow|earnest|hoa|taxes)\b/i,
    says: [
      'Title is open and clean so far.',
      'We can close in two weeks, sooner if you do not need a lender.',
    ],
  },
  {
    about: /^\s*(hi|hello|hey|good (morning|afternoon|evening))\b/i,
    says: ['Good to hear from you. Which one are you looking at?'],
  },
  {
    about: /\?/,
    says: [
      'Good question, let me ask the owner and come back to you.',
      'Yes, as far as I know. I will confirm it today.',
    ],
  },
]

const OTHERWISE = [
  'Got it.',
  'Noted, I will keep you posted.',
  'Okay. Anything else you need from me?',
] as const

/** `turn` chooses between lines on the same topic, e.g. the message's id. */
export function replyTo(text: string, turn: number): string {
  const lines = TOPICS.find(({ about }) => about.test(text))?.says ?? OTHERWISE
  return lines[turn % lines.length] ?? lines[0]
}
