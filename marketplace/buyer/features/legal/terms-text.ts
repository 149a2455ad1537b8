/** The terms of service's words. Template text: true of this software, not of any company. */
import { BRAND } from '#marketplace/kit/brand.ts'
import type { LegalSection } from '#shared/rules/site/legal-sections.ts'

export const TERMS: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'The agreement',
    text: [
      'These terms are a contract between you and the company that runs this site. By creating an account you accept the version whose date stands above; we keep which version you accepted and when.',
      'You must be at least 18 and able to make contracts. If you act for an LLC or a trust, you say that you may.',
    ],
  },
  {
    id: 'service',
    title: `What ${BRAND} does`,
    text: [
      `Sellers show property deals; buyers browse them, set a buy box, ask, make offers and place refundable deposits. ${BRAND} carries the words and records between the two.`,
      `${BRAND} is not a broker, lender, appraiser, title company or legal adviser, and no party to a sale. A purchase is made between buyer and seller by their own contract.`,
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    text: [
      [
        'One person, one account. Say what is true, and keep it up to date.',
        `Keep your password and codes to yourself. Nobody from ${BRAND} asks for them.`,
        'Tell us at once when somebody else may have used your account; your profile lists its sessions and ends them.',
      ],
    ],
  },
  {
    id: 'deals',
    title: 'Deals and numbers',
    text: [
      'Price, after-repair value, repairs, area and pictures come from the seller. We check some of them and warrant none. After-repair value is an estimate, not an appraisal.',
      'Do your own diligence: look at the property, the title, the comparables and the law of the place before you commit money.',
    ],
  },
  {
    id: 'buy-box',
    title: 'Buy box and matching',
    text: [
      'A smart buy box learns from public purchase records of the LLC or trust you link. Link only what you own or may act for. What was learned, and why, is shown to you and can be changed.',
      'A match is a suggestion. It promises neither that a deal is good nor that it is still there.',
    ],
  },
  {
    id: 'offers',
    title: 'Offers and deposits',
    text: [
      'An offer is a statement that you want to buy on its terms; it binds the two sides only as far as their own contract says.',
      'One deposit covers the number of active offers that its page names, four unless it says otherwise. You can have it back in full whenever no active offer depends on it. It may be kept only when you confirmed an accepted offer and walked away without a reason its terms allow; our staff decide that, tell you why seven days before, and read your objection first.',
      'The platform fee is shown before you send an offer. It is charged to your wallet when you confirm an offer that the seller accepted, and given back to your wallet when the deal falls through by the seller.',
    ],
  },
  {
    id: 'conduct',
    title: 'What is not allowed',
    text: [
      [
        'deals, offers, documents or identities that are false',
        'going around a hidden address, or passing on what a seller gave you in confidence',
        'discrimination that fair-housing law forbids',
        'spam, harassment, malware, scraping, and attempts to get at other people’s data',
      ],
      'We may remove what breaks these rules and suspend who breaks them. You are told why, and can object.',
    ],
  },
  {
    id: 'messages',
    title: 'Messages',
    text: [
      'Messages between buyer and seller are kept so that both can look back. Write as you would in a business letter.',
      'Text messages are sent only to numbers you opted in; consent to them is no condition of a purchase. STOP ends them.',
    ],
  },
  {
    id: 'content',
    title: 'Your content',
    text: [
      'What you upload stays yours. You let us store, show and send it as far as the service needs it, for as long as it stands here.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    text: [
      'The service is provided as it is. As far as the law permits, we are not liable for lost profits or for what happens between buyer and seller, and in total for no more than the fees you paid in the twelve months before.',
      'Nothing here limits liability that the law does not let us limit.',
    ],
  },
  {
    id: 'end',
    title: 'Ending it',
    text: [
      'You can delete your account at any time, except while a deposit is held or an offer is active; your profile says so. What is in your wallet is paid out with it: to the cards that paid it in, or to your bank account. We can end the contract with 30 days’ notice, or at once for serious breaches.',
    ],
  },
  {
    id: 'law',
    title: 'Changes, law and disputes',
    text: [
      'A new version gets a new date, and we tell you 30 days before it holds. Whoever does not accept it can leave before that.',
      'The law of the state named in the imprint applies. First write to us: most things can be settled by a letter.',
    ],
  },
]
