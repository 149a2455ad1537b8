/** What the marks mean, one press away. */
import { useId } from 'react'
import { compactMoney } from '#shared/format/money.ts'
import { PinMarks } from './pins.tsx'

const NONE = { isFavorite: false, hasOpenHouse: false, isNew: false } as const

const SAMPLES = [
  { words: 'Available', priceUsd: 185_000, marks: { status: 'available', ...NONE } },
  { words: 'Pending', priceUsd: 268_000, marks: { status: 'pending', ...NONE } },
  { words: 'Sold', priceUsd: null, marks: { status: 'sold', ...NONE } },
  { words: 'Saved', priceUsd: 140_000, marks: { status: 'available', ...NONE, isFavorite: true } },
  { words: 'Open house', priceUsd: 119_000, marks: { status: 'available', ...NONE, hasOpenHouse: true } },
  { words: 'New', priceUsd: 355_000, marks: { status: 'available', ...NONE, isNew: true } },
] as const

export function Legend() {
  const title = useId()
  return (
    <section className="map-panel" aria-labelledby={title}>
      <h3 id={title} className="map-panel-title">
        Legend
      </h3>
      <ul className="map-legend">
        {SAMPLES.map(({ words, priceUsd, marks }) => (
          <li key={words}>
            <Sample words={words}>
              <span className="map-pin num" data-status={marks.status} data-sample="">
                <PinMarks pin={marks} />
                {priceUsd === null ? words : compactMoney(priceUsd)}
              </span>
            </Sample>
          </li>
        ))}
        <li>
          <Sample words="Selected">
            <span className="map-pin num" data-status="available" data-selected="" data-sample="">
              {compactMoney(185_000)}
            </span>
          </Sample>
        </li>
        <li>
          <Sample words="Viewed">
            <span className="map-pin num" data-status="available" data-viewed="" data-sample="">
              {compactMoney(498_000)}
            </span>
          </Sample>
        </li>
        <li>
          <Sample words="Address hidden, somewhere in the circle">
            <span className="map-pin num" data-status="available" data-approximate="" data-sample="">
              {compactMoney(312_000)}
            </span>
          </Sample>
        </li>
        <li>
          <Sample words="One more deal, press it for its card">
            <i className="map-legend-dot" />
          </Sample>
        </li>
        <li>
          <Sample words="Several deals">
            <span className="map-cluster num" data-sample="">
              12
            </span>
          </Sample>
        </li>
      </ul>
    </section>
  )
}

function Sample({ words, children }: { words: string; children: React.ReactNode }) {
  return (
    <>
      <span className="map-legend-mark" aria-hidden="true">
        {children}
      </span>
      {words}
    </>
  )
}
