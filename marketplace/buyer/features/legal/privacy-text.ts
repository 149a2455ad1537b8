/** The text of the privacy policy. A template: it describes this software, not a company. */
import { BRAND } from '#marketplace/kit/brand.ts'
import type { LegalSection } from '#shared/rules/site/legal-sections.ts'
import {
  COMPANY_CLOSING_DAYS,
  keptDays,
  type OwnRetention,
  periodWords,
  RETAINED,
  RETENTION,
} from '#shared/rules/site/retention.ts'
import { storagePoints } from './browser-storage.ts'

/** The server writes the installation's days into the document (server/site/branded.ts). */
const OWN: OwnRetention = JSON.parse(globalThis.document?.documentElement.dataset.retention ?? '{}')

export const PRIVACY: readonly LegalSection[] = [
  {
    id: 'who',
    title: 'Who we are',
    text: [
      `${BRAND} is a marketplace where real-estate investors find property deals and talk with the businesses that sell them. The company that runs this site, ${BRAND}, decides how your data is used and is responsible for it. Its address and contact are at the end.`,
      'This policy covers the site, the messenger on sellers’ sites, and the emails and text messages that they send.',
    ],
  },
  {
    id: 'what',
    title: 'What we collect',
    text: [
      'You give us:',
      [
        'your profile, such as your name, email address, phone numbers, company and photo',
        'your password, which we store only as a hash that cannot be reversed',
        'your buy box: areas, criteria, and the LLCs or trusts that you link',
        'your saved searches, favorites, notes, reviews and reports',
        'your messages with sellers, your offers, and the documents that you upload',
        'your payments, and the brand, last four digits and expiration date of each card. The full card number goes only to the payment processor.',
        'your bank account, if you withdraw money to it. We encrypt it until the withdrawal is finished and then keep only its last four digits.',
        'your name, email address and phone number, if you write to a seller as a guest',
      ],
      'We record while you use the site:',
      [
        'your logins with device, IP address and time, so that you can see and end them',
        'when you agreed to text messages and from which IP address, and which version of the terms you accepted and when',
        'which deals you saw or hid while you were logged in and when you last visited, so that we can mark seen and new deals. You can turn these marks off, which deletes them',
        'your last ten place searches, and the campaign tags of the link with which you came to register',
        'the address and title of the page from which you write to a seller, if the seller’s site sends them',
        'the browsers in which you turned on push notifications',
        'which deals and photos you viewed, only if you allow analytics. Otherwise we count views of a deal without recording who looked or in which visit. If your browser sends an opt-out signal, we count no views.',
      ],
      'Others give us public records of purchases by the companies that you link, and the result of an identity check if you request one. The pictures of your identity document stay with the company that checks it. If you log in with another service, that service gives us your name and email address. A seller can import your contact details, and a seller’s site can send us your name, email address and phone number.',
    ],
  },
  {
    id: 'why',
    title: 'Why we use it',
    text: [
      [
        'to run your account, let sellers answer you, and process offers and deposits',
        'to match deals with your buy box and notify you as often as you choose',
        'to keep the marketplace safe: we limit password guessing, check for fraud and keep records of money',
        'to count views of deals, and of photos if you allow it',
      ],
      'We do not sell your data. The prices and offers that you see do not depend on who you are.',
    ],
  },
  {
    id: 'sharing',
    title: 'Who else sees it',
    check: 'the companies that work for this site. Name them, with what each of them gets.',
    text: [
      'A seller that you deal with sees your name, your photo, your messages, and what you put into an offer or a request. The seller also sees whether your email, phone and identity are verified, whether you have a deposit and a proof of funds, how many deals you closed, your ratings, how quickly you answer, when you joined, and how well a deal matches your buy box. The seller never sees your password, your other conversations or your buy box itself. A seller’s team may write internal notes in its conversation with you, which only that team reads.',
      'A proof of funds can be opened by you, by the sellers of the offers to which you attach it, and by our staff, who review it. Only you and that deal’s seller can open the other documents of an offer, after you send it.',
      'If you write to a seller as a guest, the seller also sees the email address and phone number that you entered. Reviews that you write are public, with your first name and an initial.',
      'Companies that work for us get only the data that they need, each under a contract. They provide hosting, email, text messages, identity checks and payments. If this site uses them, your browser also connects to providers of maps, captchas, push notifications and logins. Courts and authorities get data when the law requires it.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and storage',
    text: [
      'These are necessary and always on. Over HTTPS the names of the login cookies begin with __Host- or __Secure-.',
      storagePoints('necessary'),
      'These mark the deals that you have seen. You can turn the marks off at the top of this page and in your profile:',
      storagePoints('seen marks'),
      'Analytics is on only if you allow it:',
      storagePoints('analytics'),
      'Support chat and marketing are on only if you allow them and the company that runs this site uses them. They are a chat with its support, and a tag manager that measures advertising. Your browser loads both from the companies that provide them.',
      'A Global Privacy Control or Do Not Track signal from your browser turns off everything that is not necessary. You can change your choices at any time at the top of this page, in the page footer and in your profile. We keep them in your browser with their version and the time, and ask again when what we ask about changes. Until you answer, everything that is not necessary is off.',
    ],
  },
  {
    id: 'messages',
    title: 'Emails and text messages',
    check: 'the texts of consent under the TCPA and CAN-SPAM, and how often messages come.',
    text: [
      'Companies may import the addresses of people who agreed to hear from them. If yours is among them and you have no account, enter it at /user/unsubscribe. You get a link that shows what is kept and how they say you agreed, stops all emails and texts, or erases it. We then keep only a code made from your address, so that nobody imports it again. Some companies ask you by email to confirm before you get anything: we keep what they said for 30 days, and then only a code made from your address, so that they ask once.',
      'We always send emails about your account, your offers and your money. Every digest and every deal alert has a link to unsubscribe.',
      'We send text messages only for the purposes that you agreed to at a number: service, my matches, sellers’ offers or reminders. Reply STOP to end them all and HELP for help; START brings back what STOP ended. We also text codes that you request. Message and data rates may apply.',
    ],
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    check: 'how long tax and real-estate law of the company’s states wants records of money and offers kept.',
    text: [
      'We keep your data as long as you have an account. If you delete your account, we delete your profile, messages, notes, reviews and documents, and sellers’ internal notes about you, at once, and remove what identifies you within 30 days.',
      'Sellers keep the offers that you sent them, without your name and your words, and the messages that they wrote to you, as they wrote them. We keep when, how and for which purposes a phone number agreed to text messages or stopped them, as proof.',
      'If you work for a seller and delete your login, we delete your name, email, phone number, devices and two-step login at once. What you wrote to buyers and did for the seller stays with the seller, under the seller’s name.',
      `If a seller closes its company, we delete its logins, the photos and documents of its deals, the contacts that it imported and the texts that it sent to many buyers, ${COMPANY_CLOSING_DAYS} days later. Your offers, your messages with the seller and your consent to its messages stay, under the name Closed company and without the names of its people.`,
      'Some records we delete after a time, whether or not you ask:',
      RETAINED.map((kind) => RETENTION[kind].policy(periodWords(keptDays(OWN, kind)))),
      'Login codes and login links expire within minutes or hours, unsubscribe links after 180 days. We keep records of money as long as tax and real-estate law requires, with a number in place of your name. A withdrawal keeps your name and email address until it is paid.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    check: 'which privacy laws apply to the company, such as the CCPA, and what they add to this section.',
    text: [
      'In your profile you can view, correct, download and delete your data. If you live in California or in a state with a similar law, you may also ask what we shared and with whom. We do not treat you differently because you ask.',
      'We answer within 45 days. If you ask for another person, you must show that you are authorized.',
    ],
  },
  {
    id: 'safety',
    title: 'Safety',
    text: [
      'Connections are encrypted. Passwords are hashed with Argon2id. Login links and codes are stored as hashes and work once. Staff access is limited. We record each time a staff member sees your profile, your money or a proof of funds, opens your account, or changes something. The data that you download shows when. If a breach affects you, we notify you without delay.',
      `${BRAND} is for people who are 18 or older.`,
    ],
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    text: [
      'When we change this policy, the date at the top changes.',
      'To contact us, use the address below.',
    ],
  },
]
