// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { ClusterMark } from '#marketplace/buyer/ui/map/cluster-mark.tsx'
import type { Cluster } from '#marketplace/buyer/ui/map/layout.ts'
import type { MarkerLayer } from '#marketplace/buyer/ui/map/marker-layer.ts'
import { render, the } from '#tests/support/render.tsx'

const PLACED = { at: () => () => undefined } as unknown as MarkerLayer
const CLUSTER = { key: 'one', lat: 29.8, lng: -95.4, priceMin: null, priceMax: null, medianArvPercent: null }

test.each([
  [12, '12', '12 deals'],
  [1240, '1.2K', '1.2K, 1,240 deals'],
])('a mark of %i deals shows %s, which is in its name', async (count, shown, name) => {
  const cluster = { ...CLUSTER, count } as Cluster
  const box = await render(<ClusterMark cluster={cluster} markerLayer={PLACED} onPress={() => undefined} />)
  const mark = the(box, 'button')
  expect(mark.firstChild?.textContent).toBe(shown)
  expect(mark.getAttribute('aria-label')).toBe(name)
})
