/** The text of the terms of service. A template: it describes this software, not a company. */
import { BRAND } from '#marketplace/kit/brand.ts'
import type { LegalSection } from '#shared/rules/site/legal-sections.ts'

export const TERMS: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'The agreement',
    text: [
      `These terms are a contract between you and the company that runs this site, ${BRAND}. Its address and contact are at the end. By creating an account, you accept the version with the date at the top of this page. We record which version you accepted and when.`,
      'You must be at least 18 and able to enter into contracts. If you act for an LLC or a trust, you confirm that you are authorized to do so.',
    ],
  },
  {
    id: 'service',
    title: `What ${BRAND} does`,
    check: 'whether what the company does here needs a broker’s or another license in its states.',
    text: [
      `Sellers list property deals. Buyers browse them, set up a buy box, ask questions, make offers and pay refundable deposits. ${BRAND} delivers the messages between buyers and sellers and keeps records of them.`,
      `${BRAND} is not a broker, lender, appraiser, title company or legal adviser, and is not a party to any sale. Buyer and seller make the purchase under their own contract.`,
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    text: [
      [
        'Each person has one account. Give true information and keep it up to date.',
        `Keep your password and your codes secret. ${BRAND} staff never ask for them.`,
        'Tell us immediately if another person may have used your account. Your profile lists your logins and lets you end them.',
      ],
    ],
  },
  {
    id: 'deals',
    title: 'Deals and numbers',
    text: [
      'Price, after-repair value (ARV), repairs, area and photos come from the seller. We check some of them but do not guarantee any of them. ARV is an estimate, not an appraisal.',
      'Do your own due diligence. Check the property, the title, the comparable sales and the local law before you commit money.',
    ],
  },
  {
    id: 'buy-box',
    title: 'Buy box and matching',
    text: [
      'A smart buy box learns from the public purchase records of the LLC or trust that you link. Link only entities that you own or may act for. You can see what the buy box learned and why, and you can change it.',
      'A match is a suggestion. It does not mean that a deal is good or still available.',
    ],
  },
  {
    id: 'offers',
    title: 'Offers and deposits',
    check:
      'how each state lets a company hold, keep and return deposits, and whether it needs an escrow account or a license to transfer money.',
    text: [
      'An offer states that you want to buy on its terms. It binds you and the seller only as far as your own contract says.',
      'One deposit covers a number of active offers, which the deposit page shows. The number is four unless that page shows another. You can get the full deposit back whenever no active offer depends on it, unless our staff have proposed to keep it. We may keep the deposit only if you confirmed an accepted offer and then backed out without a reason that its terms allow. Our staff decide this. They tell you the reason seven days before they decide, and they read your objection first.',
      'We show the platform fee before you send an offer. We charge it to your wallet when you confirm an offer that the seller accepted. We return it to your wallet if the seller reports that the deal fell through.',
    ],
  },
  {
    id: 'conduct',
    title: 'What is not allowed',
    text: [
      [
        'false deals, offers, documents or identities',
        'working around a hidden address, or sharing what a seller gave you in confidence',
        'discrimination that fair-housing law prohibits',
        'spam, harassment, malware, scraping, and attempts to access other people’s data',
      ],
      'We may remove content that breaks these rules and suspend the accounts of people who break them. We tell you the reason, and you can object.',
    ],
  },
  {
    id: 'messages',
    title: 'Messages',
    check: 'the consent to text messages under the TCPA and the laws of the states.',
    text: [
      'We keep the messages between a buyer and a seller for both of them, until the buyer deletes the account. Write as you would in a business letter.',
      'We send text messages about deals only to numbers that you opted in. Reply STOP to end them. Consent to text messages is not a condition of any purchase. We also text codes that you request.',
    ],
  },
  {
    id: 'content',
    title: 'Your content',
    text: [
      `You keep the rights to what you upload. You allow us to store, show and send it as far as the service needs, for as long as it is on ${BRAND}.`,
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    check: 'which limits of liability the law of the company’s state allows toward consumers.',
    text: [
      'We provide the service as is. As far as the law permits, we are not liable for lost profits or for what happens between buyer and seller, and our total liability is limited to the fees that you paid in the previous twelve months.',
      'Nothing in these terms limits liability that the law does not allow us to limit.',
    ],
  },
  {
    id: 'end',
    title: 'Ending the agreement',
    check:
      'the time of notice, and how money of people who do not answer is handed to the state (unclaimed property).',
    text: [
      'You can delete your account at any time, except while we hold a deposit of yours, an offer of yours is active, or a payment is in progress. Your profile tells you which of these applies. When you delete the account, we pay out the money in your wallet to the cards that paid it in or to your bank account. We can end the agreement with 30 days’ notice, or immediately for a serious breach.',
    ],
  },
  {
    id: 'law',
    title: 'Changes, law and disputes',
    check: 'the state whose law applies, the courts, and whether disputes go to arbitration. Name them here.',
    text: [
      'When we change these terms, the date at the top changes, and the new version applies from that date. If you do not accept it, you can delete your account.',
      'The law of the state where the company that runs this site is based applies. Please write to us first. Most disputes can be settled by letter.',
    ],
  },
]
