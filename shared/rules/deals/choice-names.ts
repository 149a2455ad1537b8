/** Choices as they stand in an address: words made of their labels. Their ids are read as well. */
import { DEAL_CONDITIONS, OCCUPANCIES } from '#shared/contract/properties.ts'
import { type Option, PARKING_TYPES, PROPERTY_TAGS, PROPERTY_TYPES } from '../dictionaries.ts'
import { foldText } from '../fold-text.ts'
import type { ChoiceKey } from './filter.ts'

type Names = ReadonlyMap<number, string>

const byLabel = (options: readonly Option[]): Names =>
  new Map(options.map(({ id, label }) => [id, foldText(label).replaceAll(' ', '-')]))
const byIndex = (words: readonly string[]): Names =>
  new Map(words.map((word, index) => [index, word.replaceAll('_', '-')]))

const NAMES: Readonly<Record<ChoiceKey, Names>> = {
  types: byLabel(PROPERTY_TYPES),
  parking: byLabel(PARKING_TYPES),
  tags: byLabel(PROPERTY_TAGS),
  condition: byIndex(DEAL_CONDITIONS),
  occupancy: byIndex(OCCUPANCIES),
}

export const choiceNames = (key: ChoiceKey, ids: readonly number[]): readonly string[] =>
  ids.map((id) => NAMES[key].get(id) ?? String(id))

/** In the order of the dictionary, each once. */
export function choicesOfNames(
  key: ChoiceKey,
  names: readonly string[],
): { readonly ids: readonly number[]; readonly unknown: readonly string[] } {
  const asked = names.map((name) => name.trim().toLowerCase()).filter(Boolean)
  const isAsked = ([id, name]: readonly [number, string]): boolean =>
    asked.includes(name) || asked.includes(String(id))
  const found = [...NAMES[key]].filter(isAsked)
  const isKnown = (text: string): boolean => found.some(([id, name]) => text === name || text === String(id))
  return { ids: found.map(([id]) => id), unknown: asked.filter((text) => !isKnown(text)) }
}
