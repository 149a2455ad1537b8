/** The area in figures. Each says where it is from and of when it is; asked for when it comes near the window. */

import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useRef } from 'react'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import type { FigureWire } from '#shared/contract/neighborhood.ts'
import { formatNumber } from '#shared/format/count.ts'
import { formatMoney } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { dayOf } from './deal.ts'
import { type Neighborhood as Area, createNeighborhoodModel } from './neighborhood-model.ts'
import { Section } from './section.tsx'
import { Trend } from './trend.tsx'

export function Neighborhood({ propertyId }: { propertyId: number }) {
  useSignals()
  const { api } = useServices()
  const model = useMemo(() => createNeighborhoodModel(api, propertyId), [api, propertyId])
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void model.load(), {
      rootMargin: '600px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [model])
  const state = model.state.value
  return (
    <div ref={frame}>
      <Section title="Neighborhood">
        {state.phase === 'ready' ? <Figures area={state.area} /> : null}
        {state.phase === 'loading' ? <Skeleton className="h-40" /> : null}
        {state.phase === 'failed' ? (
          <div className="flex flex-wrap items-center gap-2 text-text-2">
            <Alert>{failureWords(state.failure)}</Alert>
            <Button size="sm" onClick={() => void model.load()}>
              Try again
            </Button>
          </div>
        ) : null}
      </Section>
    </div>
  )
}

function Figures({ area }: { area: Area }) {
  if (area.figures.length === 0)
    return <p className="text-text-2">No figures are known for {area.name} yet.</p>
  return (
    <>
      <p className="mb-3 text-text-2">{area.name}</p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 broad:grid-cols-3">
        {area.figures.map((figure) => (
          <div key={figure.key} className="min-w-0">
            <dt className="data-label">{figure.label}</dt>
            <dd className="font-semibold text-md tabular-nums">{valueWords(figure)}</dd>
            <dd className="text-2xs text-text-3">
              {figure.source}, {dayOf(figure.as_of)}
            </dd>
          </div>
        ))}
      </dl>
      <Trend points={area.trend} source={area.trend_source ?? null} />
      <Schools schools={area.schools} />
      <p className="mt-4 text-sm text-text-2">
        On {BRAND} near here: {formatNumber(area.nearby.available)} available,{' '}
        {formatNumber(area.nearby.pending)} pending, {formatNumber(area.nearby.sold)} sold.
      </p>
    </>
  )
}

function Schools({ schools }: { schools: Area['schools'] }) {
  if (schools.length === 0) return null
  return (
    <div className="mt-5">
      <h3 className="mb-1.5 font-semibold">Schools</h3>
      <ul className="divide-y divide-line border-line border-y">
        {schools.map((school) => (
          <li key={school.name} className="flex flex-wrap items-baseline gap-x-3 py-2">
            <span className="font-label">{school.name}</span>
            <span className="text-sm text-text-2">{school.level}</span>
            <span className="num ml-auto font-semibold">{school.rating} of 10</span>
            <span className="basis-full text-2xs text-text-3">
              {school.source}, {dayOf(school.as_of)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function valueWords({ value, unit }: Pick<FigureWire, 'value' | 'unit'>): string {
  if (typeof value === 'string') return value
  switch (unit) {
    case 'usd':
      return formatMoney(value)
    case 'usd_per_sqft':
      return `${formatMoney(value)} / sq ft`
    case 'days':
      return value === 1 ? '1 day' : `${formatNumber(value)} days`
    case 'percent':
      return `${value}%`
    case 'count':
    case 'text':
      return formatNumber(value)
  }
}
