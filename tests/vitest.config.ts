/**
 * Three projects: `unit` needs Node alone, `browser` drives a real Chromium against a real server, and `browser-lite` is the
 * messenger's part of that once more, on the flavour without React.
 */
import { defineConfig } from 'vitest/config'

const root = new URL('..', import.meta.url).pathname

/**
 * Where no database is reached. A run with TEST_DATABASE_URL is a second one and learns nothing new from these; a house test
 * keeps the list honest.
 */
export const WITHOUT_DATABASE = [
  ...['tests/shared/', 'tests/widget/'],
  ...['tests/marketplace/app/', 'tests/marketplace/ui/', 'tests/marketplace/features/'],
  ...[
    'tests/browser/builds.',
    'tests/browser/npm-package.',
    'tests/browser/start-command.',
    'tests/browser/widget-',
  ],
]
/**
 * What pages look like and how they are handled. They do reach a database, and ask nothing of it that tests/server and the other
 * browser tests do not ask of a PostgreSQL; a house test says what they may not do.
 */
export const LOOKS = ['browse-list', 'browse-map', 'desk-accessibility', 'hosts-pages']
  .concat('marketplace-accessibility', 'shell-pages')
  .map((name) => `tests/browser/${name}.`)
/** Whole processes side by side: they need PostgreSQL, Redis and what tests/peers holds. */
const SERVICES = 'tests/services/**'
const exclude = process.env.TEST_DATABASE_URL
  ? [...WITHOUT_DATABASE, ...LOOKS].map((start) => `${start}**`)
  : [SERVICES]

const BROWSER = {
  exclude,
  environment: 'node' as const,
  globalSetup: ['tests/support/run-folder.ts', 'tests/support/browser-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // What comes about in its own time may take longer on a busy machine.
  expect: { poll: { timeout: 15_000 } },
  // As below: the server's modules took four seconds of each file.
  isolate: false,
  maxWorkers: 2,
}

/** The same tests on the smaller flavour, when they are asked for: `npm run test:lite`. */
const LITE = {
  root,
  test: {
    ...BROWSER,
    name: 'browser-lite',
    // What a page can tell of the element; the rest of these files is the same code in both flavours.
    include: ['tests/browser/widget-*.test.ts'],
    env: { PLAT_FLAVOUR: 'lite' },
  },
}

export default defineConfig({
  root,
  test: {
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
          include: [
            'tests/{house,shared,server,widget,marketplace,demo,walk,services,soak}/**/*.test.{ts,tsx}',
          ],
          exclude,
          environment: 'node',
          globalSetup: ['tests/support/run-folder.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          // Nothing in our modules is global, so files may share them: loading them anew for each took half of the time.
          isolate: false,
          expect: { poll: { timeout: 5_000 } },
          maxWorkers: 2,
        },
      },
      {
        root,
        test: {
          name: 'browser',
          sequence: { groupOrder: 1 },
          include: ['tests/browser/**/*.test.ts'],
          ...BROWSER,
        },
      },
      ...(process.argv.includes(LITE.test.name) ? [LITE] : []),
    ],
  },
})
