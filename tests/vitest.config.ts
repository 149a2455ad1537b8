/**
 * Three projects: `unit` needs Node alone, `browser` drives a real Chromium against a real server, and `browser-lite` is the
 * messenger's part of that once more, on the flavour without React.
 */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = new URL('..', import.meta.url).pathname

/** With TEST_DATABASE_URL the run repeats only what asks a database: the other rooms learn nothing new from a second one. */
const isAgainstServices = Boolean(process.env.TEST_DATABASE_URL)
const UNIT = isAgainstServices
  ? ['tests/{server,walk,services}/**/*.test.ts']
  : ['tests/{house,shared,server,widget,marketplace,demo,walk,soak,conform}/**/*.test.{ts,tsx}']

/** They ask nothing that a second database or Redis could answer otherwise. */
const WITHOUT_A_DATABASE = [
  'authorisation',
  'check-contents',
  'compiled-server',
  'lazy-libraries',
  'openapi',
  'properties/adversary',
  // Pure functions.
  'properties/address-privacy',
  'places/places-file',
  // The embedded database in a folder that they name, or a PostgreSQL that is not there.
  'core/database/embedded-disk',
  'core/database/empty-database',
  'core/database/kill',
  'core/database/lock',
  'server-log',
].map((name) => `tests/server/**/${name}.test.ts`)

/** Take longest, short as some of them are: begun last, one of them runs alone while the other workers stand idle. */
const LONGEST = [
  // They wait for outages to pass while others run.
  'services/',
  'soak/two-tabs',
  'soak/one-tab',
  'server/authorisation',
  'properties/adversary',
  'payments/money-storm',
  'demo/seed',
  'every-page.',
  'every-form',
  'message-reach',
  'browse-list',
  'make-offer',
  'entry-doors',
  'browse-map',
  'server-away',
  'profile-partitions',
  'marketplace-shell',
  'seller-conversation',
  'shell-pages',
  'browse-filters',
  'start-command',
  'dev-command',
  'without-gestures',
  'seller-blasts',
  'withdrawals',
  'offer-thread',
  'focus-not-hidden',
  'seller-accessibility',
  'widget-thread.',
  'deal-page',
  'address-request',
  'browser-storage',
  'for-you',
  'marketplace-accessibility',
  'hosts-pages',
  'widget-accessibility',
  'buy-box-setup',
  'seller-deals',
  'widget-network-faults',
  'seen-marks',
  'wallet',
  'links',
  'uploads',
  'browser/whole',
  'offers-partition',
  'npm-package',
  'widget-walk',
]

/**
 * Files in the order of the list above, then by what the base knows of them. Those of the second flavour come last: a worker that
 * changes from one project to another ends, and the next begins with a new browser and all modules to load.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.includes(`/${name}`))
      return place === -1 ? LONGEST.length : place
    }
    const isLite = ({ project }: TestSpecification) => Number(project.name === 'browser-lite')
    return others.sort((a, b) => isLite(a) - isLite(b) || placeOf(a) - placeOf(b))
  }
}

/** The first line of a failure says what differs: the end of the gate's output shows no more of it. */
const WHOLE_VALUES = { truncateThreshold: 1_000 }

const BROWSER = {
  environment: 'node' as const,
  chaiConfig: WHOLE_VALUES,
  globalSetup: ['tests/support/run-folder.ts', 'tests/support/browser-setup.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // What comes about in its own time may take longer on a busy machine.
  expect: { poll: { timeout: 30_000 } },
  // As below: the server's modules took four seconds of each file.
  isolate: false,
  // A page that is waited for leaves a quarter of two cores idle.
  maxWorkers: 3,
}

/** What depends most on the renderer: rows, focus, keys, mounting, parts. */
const RENDERED = ['element', 'manifest', 'lifecycle', 'list', 'thread-frames', 'tree', 'walk'].map(
  (name) => `tests/browser/widget-${name}.test.ts`,
)
const WHOLE_LITE = process.argv.includes('browser-lite')

/** The guide's snippets in pages of each framework: only when asked for, because it installs and builds all of them. */
const isForFrameworks = process.argv.includes('frameworks')
const FRAMEWORKS = {
  root,
  test: {
    ...BROWSER,
    name: 'frameworks',
    sequence: { groupOrder: 2 },
    globalSetup: ['tests/support/run-folder.ts'],
    include: ['tests/frameworks/**/*.test.ts'],
  },
}

const IN_BROWSER = {
  root,
  test: {
    ...BROWSER,
    name: 'browser',
    sequence: { groupOrder: 1 },
    include: ['tests/browser/**/*.test.ts'],
  },
}

/** The one of them that is about an installation: once more with its database on a server. */
const INSTALLED = {
  ...IN_BROWSER,
  test: { ...IN_BROWSER.test, include: ['tests/browser/whole.test.ts'] },
}

/** The same tests on the smaller flavour: some in every run, all of a page's view of the element by `npm run test:lite`. */
const LITE = {
  root,
  test: {
    ...BROWSER,
    name: 'browser-lite',
    sequence: { groupOrder: 1 },
    include: WHOLE_LITE ? ['tests/browser/widget-*.test.ts'] : RENDERED,
    env: { PLAT_FLAVOUR: 'lite' },
  },
}

export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongestFirst },
    // The second run of a gate, and the next one of a person, need no source compiled again.
    experimental: { fsModuleCache: true },
    reporters: process.env.CI ? ['default'] : ['dot'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        root,
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: UNIT,
          exclude: isAgainstServices ? WITHOUT_A_DATABASE : [],
          environment: 'node',
          chaiConfig: WHOLE_VALUES,
          globalSetup: ['tests/support/run-folder.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          // Nothing in our modules is global, so files may share them: loading them anew for each took half of the time.
          isolate: false,
          expect: { poll: { timeout: 15_000 } },
          // A server that is asked elsewhere, or is away on purpose, leaves a part of two cores idle.
          maxWorkers: isAgainstServices ? 3 : 2,
        },
      },
      ...(isAgainstServices ? [INSTALLED] : [IN_BROWSER, LITE]),
      ...(isForFrameworks ? [FRAMEWORKS] : []),
    ],
  },
})
