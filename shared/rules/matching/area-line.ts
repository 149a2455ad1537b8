/** Where a deal lies to the target markets of a box: in which of them, or how far from the nearest. */
import { inArea, milesBetween } from '../deals/area.ts'
import type { PlaceFilter, Point } from '../deals/filter.ts'
import { foldCounty, foldText } from '../fold-text.ts'
import type { LineOf } from './score-line.ts'
import type { BoxArea, ScoredBox } from './scored-box.ts'
import type { ScoredDeal } from './scored-deal.ts'
import { NOT_BOUGHT_SHARE, radiusShare } from './shares.ts'

/** None for a box that looks everywhere. */
export function areaLine(deal: ScoredDeal, box: ScoredBox): LineOf[] {
  if (box.areas.length === 0) return []
  const [inside] = box.areas
    .map((area) => ({ area, share: areaShare(area, deal) }))
    .sort((a, b) => b.share - a.share)
  if (!inside || inside.share === 0) return [outsideLine(deal, box.areas)]
  const { area, share } = inside
  const miles = deal.at ? rounded(milesBetween(deal.at, area.center)) : null
  const where =
    area.kind === 'radius' ? `${miles ?? area.miles} miles from ${area.label}` : `In ${area.label}`
  const line: LineOf = {
    key: 'area',
    share,
    isMissed: false,
    figure: miles,
    sentence: `${where}, one of your markets.`,
    wish: share < 1 ? `a place closer to ${area.label}` : null,
  }
  return box.boughtIn.size === 0 ? [line] : [line, boughtLine(deal, box)]
}

function boughtLine({ zip }: ScoredDeal, { boughtIn }: ScoredBox): LineOf {
  const purchases = zip === null ? 0 : (boughtIn.get(zip) ?? 0)
  const times = purchases === 1 ? 'once' : `${purchases} times`
  return {
    key: 'bought',
    share: purchases > 0 ? 1 : NOT_BOUGHT_SHARE,
    isMissed: false,
    figure: purchases,
    sentence:
      purchases > 0 ? `You bought ${times} in ${zip}.` : `${zip ?? 'Its ZIP'} is not where you mostly buy.`,
    wish: purchases > 0 ? null : `a ZIP you bought in, such as ${[...boughtIn.keys()][0]}`,
  }
}

function outsideLine({ at, city, state }: ScoredDeal, areas: readonly BoxArea[]): LineOf {
  const nearest = nearestOf(areas, at)
  const miles = nearest && Number.isFinite(nearest.miles) ? rounded(nearest.miles) : null
  const where = city === null || state === null ? 'It' : `${city}, ${state}`
  const far =
    miles === null || !nearest ? '' : `: ${miles.toLocaleString('en-US')} miles from ${nearest.area.label}`
  return {
    key: 'area',
    share: 0,
    isMissed: true,
    figure: miles,
    sentence: `${where} is outside your target markets${far}.`,
    wish: null,
  }
}

/** To the middle of the nearest; infinite without a place. */
export const milesToNearest = (areas: readonly BoxArea[], at: Point | null): number =>
  nearestOf(areas, at)?.miles ?? Number.POSITIVE_INFINITY

function nearestOf(
  areas: readonly BoxArea[],
  at: Point | null,
): { area: BoxArea; miles: number } | undefined {
  const [nearest] = areas
    .map((area) => ({ area, miles: at ? milesBetween(at, area.center) : Number.POSITIVE_INFINITY }))
    .sort((a, b) => a.miles - b.miles)
  return nearest
}

const rounded = (miles: number): number => (miles < 10 ? Math.round(miles * 10) / 10 : Math.round(miles))

/** 0 outside. A deal without a place on the map is only in areas that its columns name. */
export function areaShare(area: BoxArea, deal: Pick<ScoredDeal, PlaceField | 'at'>): number {
  if (area.kind === 'place') return isInPlace(area.place, deal) ? 1 : 0
  if (deal.at === null) return 0
  if (area.kind === 'radius') return radiusShare(milesBetween(deal.at, area.center), area.miles)
  return inArea(area.points, deal.at.lat, deal.at.lng) ? 1 : 0
}

type PlaceField = 'state' | 'county' | 'city' | 'zip'

function isInPlace({ kind, name, state }: PlaceFilter, deal: Pick<ScoredDeal, PlaceField>): boolean {
  if (kind === 'state') return isNamed(deal.state, name, foldText)
  if (kind === 'zip') return isNamed(deal.zip, name, foldText)
  if (state !== '' && !isNamed(deal.state, state, foldText)) return false
  return kind === 'city' ? isNamed(deal.city, name, foldText) : isNamed(deal.county, name, foldCounty)
}

const isNamed = (word: string | null, name: string, fold: (text: string) => string): boolean =>
  word !== null && fold(word) === fold(name)
