/** What Virtuoso measures by. Tests of the guide open the whole in React 18; this one needs no other React than the project's own. */
import { expect, test } from 'vitest'
import { PARTS } from '#widget/ui/thread/thread-parts.tsx'

const FORWARDS = Symbol.for('react.forward_ref')

test.each(['Scroller', 'List'] as const)(
  'a host’s own React 18 hands the thread’s %s its ref too',
  (name) => {
    expect(PARTS[name]).toMatchObject({ $$typeof: FORWARDS })
  },
)
