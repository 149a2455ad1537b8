/** What happens in one schedule: data made from a seed, so that it can be repeated, read and cut down. */
import type { BrowserKind } from './browser.ts'
import { createRandom, type Random } from './random.ts'

export interface Schedule {
  readonly seed: number
  readonly browser: BrowserKind
  readonly tabs: number
  /** Messages there are before it begins, for each conversation. */
  readonly histories: readonly number[]
  /** What each tab's clock is ahead of the truth. */
  readonly skewsMs: readonly number[]
  /** False for a server that knows no key of a send: then words tell messages apart, and no two are the same. */
  readonly hasKeys: boolean
  readonly steps: readonly Step[]
}

export type Step = { readonly afterMs: number } & Happening

/** `account` counts conversations, `tab` tabs, `node` nodes of the server. */
export type Happening =
  | { readonly kind: 'send'; readonly tab: number; readonly text: string }
  /** The customer writes from a device that is no tab of this schedule. */
  | { readonly kind: 'elsewhere'; readonly account: number; readonly text: string }
  | { readonly kind: 'say'; readonly account: number; readonly node: number; readonly text: string }
  /** Written while no node could say it live, as when the bus is down; every line breaks with it. */
  | { readonly kind: 'say-silently'; readonly account: number; readonly texts: readonly string[] }
  | { readonly kind: 'select'; readonly tab: number; readonly account: number }
  | { readonly kind: 'look'; readonly tab: number; readonly isLooking: boolean }
  | { readonly kind: 'show'; readonly tab: number; readonly isShown: boolean }
  | { readonly kind: 'older'; readonly tab: number }
  | { readonly kind: 'try-again'; readonly tab: number }
  /** The person edits what can be edited, and sends it with another text. */
  | { readonly kind: 'edit'; readonly tab: number; readonly words: string }
  | { readonly kind: 'weather'; readonly tab: number; readonly sky: Sky }
  | { readonly kind: 'offline'; readonly tab: number; readonly forMs: number; readonly isNoticed: boolean }
  | { readonly kind: 'stall'; readonly tab: number }
  | { readonly kind: 'break'; readonly tab: number; readonly code: number }
  | { readonly kind: 'restart'; readonly node: number; readonly forMs: number }
  | { readonly kind: 'crash'; readonly tab: number; readonly backAfterMs: number }
  | { readonly kind: 'reload'; readonly tab: number }
  | { readonly kind: 'clock'; readonly tab: number; readonly byMs: number }
  /** The browser stops the page, with or without a word. */
  | { readonly kind: 'freeze'; readonly tab: number; readonly isTold: boolean; readonly forMs: number }
  /** Every token stops working; whoever asks gets another one. */
  | { readonly kind: 'end-tokens' }

/** Drawn again and again; the others happen once in some schedules. */
type Drawn = Exclude<Happening['kind'], 'freeze' | 'end-tokens'>

export type Sky = 'calm' | 'slow' | 'lossy' | 'troubled' | 'wild' | 'halved' | 'crawling' | 'stuck'

const WEIGHTS: Readonly<Record<Drawn, number>> = {
  send: 26,
  elsewhere: 3,
  say: 22,
  'say-silently': 3,
  select: 6,
  look: 5,
  show: 3,
  older: 3,
  'try-again': 4,
  edit: 5,
  weather: 12,
  offline: 5,
  stall: 4,
  break: 5,
  restart: 4,
  crash: 3,
  reload: 2,
  clock: 3,
}

const SKIES: Readonly<Record<Sky, number>> = {
  calm: 1,
  slow: 2,
  lossy: 3,
  troubled: 2,
  wild: 3,
  halved: 2,
  crawling: 3,
  stuck: 2,
}

const HISTORIES: [number, ...number[]] = [0, 2, 2, 7, 7, 30, 56]
const HOUR_MS = 3_600_000
const SKEWS_MS: [number, ...number[]] = [0, 0, 0, -HOUR_MS, HOUR_MS, 26 * HOUR_MS, -90_000, 400]
/** Words that more than one message has, so that they cannot tell messages apart. */
const COMMON: [string, ...string[]] = ['ok', 'yes']

export interface Size {
  readonly tabs: number
  readonly steps: number
}

export function makeSchedule(seed: number, size: Size): Schedule {
  const random = createRandom(seed)
  const tabs = size.tabs
  const browser = random.chance(0.7) ? 'whole' : 'bare'
  const histories = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => random.pick(HISTORIES))
  const skewsMs = Array.from({ length: tabs }, () => random.pick(SKEWS_MS))
  const make = createMaker(random, tabs, histories.length)
  const count = 4 + random.below(size.steps - 3)
  const drawn = Array.from({ length: count }, (_, at) => ({ afterMs: pause(random), ...make(at) })).flatMap(
    (step) => (step.kind === 'send' && random.chance(0.4) ? [weatherFor(random, step.tab), step] : [step]),
  )
  const hasKeys = !random.chance(0.15)
  const steps = hasKeys ? drawn : drawn.map(toldApart)
  for (const rare of rareSteps(random, tabs)) steps.splice(random.below(steps.length), 0, rare)
  return { seed, browser, tabs, histories, skewsMs, hasKeys, steps }
}

/** Most things happen to a message while the network is bad. */
const weatherFor = (random: Random, tab: number): Step => ({
  kind: 'weather',
  afterMs: 0,
  tab,
  sky: random.weighted(SKIES),
})

const toldApart = (step: Step, at: number): Step =>
  step.kind === 'send' || step.kind === 'elsewhere' || step.kind === 'say'
    ? { ...step, text: `new ${at}` }
    : step

function rareSteps(random: Random, tabs: number): Step[] {
  const freeze: Step = {
    kind: 'freeze',
    afterMs: pause(random),
    tab: random.below(tabs),
    isTold: random.chance(0.5),
    forMs: random.pick([400, 4_000, 30_000, 100_000]),
  }
  const endTokens: Step = { kind: 'end-tokens', afterMs: pause(random) }
  return [...(random.chance(0.25) ? [freeze] : []), ...(random.chance(0.2) ? [endTokens] : [])]
}

/** Mostly within one another's round trips; now and then long enough for every time-out. */
function pause(random: Random): number {
  const kind = random.weighted({ at_once: 25, soon: 50, later: 20, much_later: 5 })
  if (kind === 'at_once') return random.below(10)
  if (kind === 'soon') return random.below(600)
  return kind === 'later' ? random.below(6_000) : random.below(90_000)
}

function createMaker(random: Random, tabs: number, accounts: number): (at: number) => Happening {
  const makers = makersOf(random, tabs, accounts)
  return (at) => makers[random.weighted(WEIGHTS)](at)
}

type Makers = { readonly [K in Drawn]: (at: number) => Extract<Happening, { kind: K }> }

function makersOf(random: Random, tabs: number, accounts: number): Makers {
  const tab = () => random.below(tabs)
  const account = () => random.below(accounts)
  const text = (at: number) => (random.chance(0.25) ? random.pick(COMMON) : `new ${at}`)
  return {
    send: (at) => ({ kind: 'send', tab: tab(), text: text(at) }),
    elsewhere: (at) => ({ kind: 'elsewhere', account: account(), text: text(at) }),
    say: (at) => ({ kind: 'say', account: account(), node: random.below(2), text: text(at) }),
    'say-silently': (at) => ({
      kind: 'say-silently',
      account: account(),
      texts: Array.from({ length: random.pick([1, 3, 30]) }, (_, n) => `silent ${at}.${n}`),
    }),
    select: () => ({ kind: 'select', tab: tab(), account: account() }),
    look: () => ({ kind: 'look', tab: tab(), isLooking: random.chance(0.6) }),
    show: () => ({ kind: 'show', tab: tab(), isShown: random.chance(0.5) }),
    older: () => ({ kind: 'older', tab: tab() }),
    'try-again': () => ({ kind: 'try-again', tab: tab() }),
    edit: (at) => ({ kind: 'edit', tab: tab(), words: `edited ${at}` }),
    weather: () => ({
      kind: 'weather',
      tab: tab(),
      sky: random.weighted(SKIES),
    }),
    offline: () => ({
      kind: 'offline',
      tab: tab(),
      forMs: random.pick([300, 2_000, 12_000, 70_000]),
      isNoticed: random.chance(0.6),
    }),
    stall: () => ({ kind: 'stall', tab: tab() }),
    break: () => ({ kind: 'break', tab: tab(), code: random.pick([1006, 1006, 4200, 4100]) }),
    restart: () => ({ kind: 'restart', node: random.below(2), forMs: random.pick([200, 3_000, 25_000]) }),
    crash: () => ({ kind: 'crash', tab: tab(), backAfterMs: random.pick([50, 1_000, 20_000]) }),
    reload: () => ({ kind: 'reload', tab: tab() }),
    clock: () => ({
      kind: 'clock',
      tab: tab(),
      byMs: random.pick([-HOUR_MS, -5_000, 5_000, 70_000, HOUR_MS]),
    }),
  }
}
