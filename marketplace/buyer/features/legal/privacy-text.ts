/** The privacy policy's words. Template text: true of this software, not of any company. */
import { BRAND } from '#marketplace/kit/brand.ts'
import type { LegalSection } from '#shared/rules/site/legal-sections.ts'

export const PRIVACY: readonly LegalSection[] = [
  {
    id: 'who',
    title: 'Who we are',
    text: [
      `${BRAND} is a marketplace where real-estate investors find property deals and talk with the businesses that sell them. The company named in the imprint of this site decides what happens with your data and answers for it.`,
      'This policy covers the site, the messenger on sellers’ sites, and the emails and text messages sent through them.',
    ],
  },
  {
    id: 'what',
    title: 'What we keep',
    text: [
      'What you give us:',
      [
        'your name, email address, phone numbers, company, and a photo if you add one',
        'your password, only as a hash that cannot be turned back',
        'your buy box: places, criteria, and the LLCs or trusts you link',
        'your messages with sellers, your offers, and the documents you attach',
        'your payments, and of your cards the brand, the last four digits and the expiry; their numbers go to the card service only',
      ],
      'What comes about by use:',
      [
        'your logins with device, address and time, so that you can see and end them',
        'when you agreed to text messages or to a version of the terms, from which address',
        'which deals and photos you looked at, only if you allow analytics; otherwise a deal’s view is counted without who or which visit it was',
      ],
      'From others: public records of purchases by the companies you link, and the result of an identity check if you ask for one. The pictures of your identity document stay with the provider of the check.',
    ],
  },
  {
    id: 'why',
    title: 'What for',
    text: [
      [
        'to run your account, to let sellers answer you, and to carry out offers and deposits',
        'to match deals with your buy box and tell you of them, as often as you chose',
        'to keep the marketplace safe: limits on guessing, checks against fraud, records of money',
        'to count which deals are looked at, if you allow it',
      ],
      'We do not sell your data, and no price or offer you see depends on who you are.',
    ],
  },
  {
    id: 'sharing',
    title: 'Who else sees it',
    text: [
      'A seller sees your name, your messages, and what you put into an offer or a request to them; whether your email, phone and identity are verified; never your password, your other conversations or your buy box.',
      'Companies that work for us, each with a contract and only what it needs: hosting, email, text messages, identity checks, payments. Courts and authorities when the law demands it.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and storage',
    text: [
      'Necessary, always on:',
      [
        'plat_session (with the prefix __Host- over https) and XSRF-TOKEN: your login and its protection, until you log out or it expires',
        'plat.theme: light or dark, in your browser',
        'plat.consent: what you chose here, in your browser',
        'plat.phone-later: that you put off confirming your phone, in your browser, until you log out',
        'plat.payKey: a random number that keeps a payment from being taken twice, until its outcome is known or the tab is closed',
      ],
      'Analytics, only if you allow it:',
      [
        'plat.session: a random number for one visit, renewed after two idle hours; with it, which deals and photos were in view',
      ],
      'Support chat and marketing, only if you allow it and if the company that runs this site uses them: the chat with its support, and a tag manager that measures advertising. Both are loaded from their makers.',
      'A Global Privacy Control or Do Not Track signal of your browser counts as a no to everything that is not necessary. You can change your choice at any time at the top of this page and at the foot of every page.',
    ],
  },
  {
    id: 'messages',
    title: 'Emails and text messages',
    text: [
      'Mails about your account, your offers and your money always come. Digests and offers of deals end with one press on the link in each of them.',
      'Text messages come only to numbers you opted in. Answer STOP to end them and HELP for help. Message and data rates may apply.',
    ],
  },
  {
    id: 'how-long',
    title: 'How long',
    text: [
      'As long as you have an account. After you delete it, what identifies you is removed within 30 days. Records of offers and money are kept as long as tax and real-estate law demand, out of reach of daily work.',
      'Codes and links expire within minutes to hours, sessions by themselves, logs after 90 days.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: [
      'In your profile you can read, correct, download and delete what we keep. If you live in California or a state with a similar law, you may also ask what was shared and with whom, and nobody here is treated worse for asking.',
      'We answer within 45 days. Whoever asks for somebody else has to show that they may.',
    ],
  },
  {
    id: 'safety',
    title: 'Safety',
    text: [
      'Connections are encrypted, passwords are hashed with argon2id, links and codes are kept as hashes and work once. Access by our people is limited and recorded. If a breach concerns you, we tell you without delay.',
      `${BRAND} is for people of 18 years and older.`,
    ],
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    text: [
      'A new version gets a new date at the top. If it changes what you agreed to, we ask again.',
      'Write to the address in the imprint of this site, or to the support in the site itself.',
    ],
  },
]
