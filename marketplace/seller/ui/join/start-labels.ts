/** What the guide of a new company says. */
import { START_STEPS, type StartStep } from '#shared/contract/seller-places.ts'

interface StepWords {
  /** In the line of steps. */
  name: string
  title: string
  text: string
  /** What the step takes. */
  minutes: number
}

export const STEP_WORDS: Readonly<Record<StartStep, StepWords>> = {
  company: {
    name: 'Company',
    title: 'Your company',
    text: 'Buyers see the name and logo on every deal and in every conversation.',
    minutes: 2,
  },
  identity: {
    name: 'Identity',
    title: 'Verify who you are',
    text: 'Buyers send deposits and proofs of funds here, so both sides are checked. Our staff check your company and may call you.',
    minutes: 3,
  },
  deal: {
    name: 'First deal',
    title: 'Your first deal',
    text: 'An address, its prices and a photo are enough. Buyers never see your contract price.',
    minutes: 3,
  },
  buyers: {
    name: 'Buyers',
    title: 'Bring your buyers',
    text: 'They join your list, not a public one. Nobody is messaged until you send a blast.',
    minutes: 2,
  },
  site: {
    name: 'Your site',
    title: 'Put it on your site',
    text: 'Visitors ask about an address on your own site, and you answer in the same inbox.',
    minutes: 3,
  },
}

export const START_LABELS = {
  steps: 'Steps',
  back: 'Back',
  skip: 'Skip for now',
  goOn: 'Continue',
  finish: 'Open your desk',
  isDone: 'This step is done.',
  leave: 'Leave the guide',
  findAgain: 'Find this guide again under Company.',
  failed: 'The guide could not be loaded.',
  meanwhile: 'You can draft and publish deals meanwhile. Buyers see whether you are verified.',
  secureLogin: 'Secure your login',
  saveDraft: 'Save the draft',
  photosLater: 'Add photos here once the draft has an address.',
  openEditor: 'Open it in the editor',
  isListed: 'Your company has a deal.',
  openDeals: 'Open deals',
  checkNow: 'Check now',
  otherPerson: 'Someone else looks after the site?',
  sendLine: 'Send them the line',
  sendSubject: 'A line for our site',
} as const

export const stepWords = (step: StartStep): string =>
  `Step ${START_STEPS.indexOf(step) + 1} of ${START_STEPS.length}, about ${STEP_WORDS[step].minutes} minutes.`
export const stepTitle = (title: string, number: number, count: number): string =>
  `${title}, step ${number} of ${count}`

export const importLabel = (count: number): string =>
  count === 1 ? 'Import 1 buyer' : `Import ${count} buyers`

export const waitingFor = (site: string | undefined): string =>
  `Waiting to see it on ${site?.replace(/^https?:\/\//, '') ?? 'your site'}`
