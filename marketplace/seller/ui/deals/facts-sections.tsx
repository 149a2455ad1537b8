/** What a deal is, and on which terms it is sold. */
import { useSignals } from '@preact/signals-react/runtime'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import { CONDITION_WORDS, OCCUPANCY_WORDS, optionsOf } from '#marketplace/seller/deals/deal-labels.ts'
import { hiddenPlaceOf } from '#marketplace/seller/deals/street-warning.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { DEAL_CONDITIONS, OCCUPANCIES } from '#shared/contract/properties.ts'
import { PARKING_TYPES, PROPERTY_TAGS, PROPERTY_TYPES } from '#shared/rules/dictionaries.ts'
import {
  AreaField,
  CheckField,
  FOUR_COLUMNS,
  Section,
  SelectField,
  TextField,
  TWO_COLUMNS,
} from './fields.tsx'
import { type FactsProps, NumberOf, PriceSection } from './price-section.tsx'

export function FactsSections({ store, editor }: { store: SellerStore; editor: DealEditor }) {
  useSignals()
  const fields = editor.fields.value
  if (!fields) return null
  const facts = { editor, fields, errors: editor.errors.value }
  return (
    <>
      <PriceSection {...facts} />
      <House {...facts} />
      <Terms {...facts} store={store} />
      <Words {...facts} />
    </>
  )
}

const idOptions = (options: readonly { id: number; label: string }[]) =>
  options.map(({ id, label }) => ({ value: String(id), label }))
const LAND = '9'

function House(facts: FactsProps) {
  const { editor, fields, errors } = facts
  const type = String(fields.property_type_id ?? '')
  const isLand = type === LAND
  return (
    <Section title="House">
      <div className={TWO_COLUMNS}>
        <SelectField
          label="Property type"
          isRequired
          none="Choose a type"
          options={idOptions(PROPERTY_TYPES)}
          value={type}
          error={errors.property_type_id}
          onChange={(id) => editor.set({ property_type_id: Number(id) || null })}
        />
        <SelectField
          label="Parking"
          none="Not specified"
          options={idOptions(PARKING_TYPES)}
          value={String(fields.parking_type_id ?? '')}
          error={errors.parking_type_id}
          onChange={(id) => editor.set({ parking_type_id: Number(id) || null })}
        />
      </div>
      <div className={FOUR_COLUMNS}>
        <NumberOf {...facts} name="beds" label="Bedrooms" isRequired={!isLand} />
        <NumberOf {...facts} name="baths" label="Bathrooms" isRequired={!isLand} />
        <NumberOf {...facts} name="half_baths" label="Half bathrooms" />
        <NumberOf {...facts} name="units" label="Units" />
        <NumberOf {...facts} name="sqft" label="Living area, sq ft" isRequired={!isLand} />
        <NumberOf {...facts} name="lot_size" label="Lot, sq ft" isRequired={isLand} />
        <NumberOf {...facts} name="year_built" label="Year built" isYear />
      </div>
      <div className={TWO_COLUMNS}>
        <SelectField
          label="Condition"
          none="Not specified"
          options={optionsOf(CONDITION_WORDS)}
          value={fields.condition ?? ''}
          error={errors.condition}
          onChange={(word) => editor.set({ condition: DEAL_CONDITIONS.find((one) => one === word) ?? null })}
        />
        <SelectField
          label="Occupancy"
          none="Not specified"
          options={optionsOf(OCCUPANCY_WORDS)}
          value={fields.occupancy ?? ''}
          error={errors.occupancy}
          onChange={(word) => editor.set({ occupancy: OCCUPANCIES.find((one) => one === word) ?? null })}
        />
      </div>
      <fieldset>
        <legend className="pb-2 font-medium text-sm">Tags</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {PROPERTY_TAGS.map(({ id, label }) => (
            <CheckField
              key={id}
              label={label}
              isChecked={fields.tags.includes(id)}
              onChange={(isOn) =>
                editor.set({ tags: isOn ? [...fields.tags, id] : fields.tags.filter((tag) => tag !== id) })
              }
            />
          ))}
        </div>
      </fieldset>
    </Section>
  )
}

/** A day of the wire as a form's field writes it, and back: the end of that day in UTC, so that it is a whole one everywhere in the US. */
const dayOf = (instant: string | null): string => instant?.slice(0, 10) ?? ''
const instantOf = (day: string): string | null => (day === '' ? null : `${day}T23:59:00.000Z`)

function Terms({ store, editor, fields, errors }: FactsProps & { store: SellerStore }) {
  useSignals()
  const people = store.company.colleagues.value.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Section title="Terms">
      <div className={TWO_COLUMNS}>
        <TextField
          type="date"
          label="Closing date"
          value={dayOf(fields.closing_at)}
          error={errors.closing_at}
          onChange={(day) => editor.set({ closing_at: instantOf(day) })}
        />
        <TextField
          type="date"
          label="Last day of the listing"
          hint="It is taken down by itself after this day."
          value={dayOf(fields.expires_at)}
          error={errors.expires_at}
          onChange={(day) => editor.set({ expires_at: instantOf(day) })}
        />
        <TextField
          label="Access"
          maxLength={500}
          hides={hiddenPlaceOf(fields)}
          hint="For example: lockbox, by appointment, drive by only."
          value={fields.access}
          error={errors.access}
          onChange={(access) => editor.set({ access })}
        />
        <SelectField
          label="Buyers ask"
          none="Nobody in particular"
          options={people}
          value={String(fields.manager_id ?? '')}
          error={errors.manager_id}
          onChange={(id) => editor.set({ manager_id: Number(id) || null })}
        />
      </div>
    </Section>
  )
}

function Words({ editor, fields, errors }: FactsProps) {
  return (
    <Section title="Description">
      <TextField
        label="Title"
        maxLength={120}
        hides={hiddenPlaceOf(fields)}
        value={fields.title}
        error={errors.title}
        onChange={(title) => editor.set({ title })}
      />
      <AreaField
        label="Description"
        maxLength={10_000}
        hides={hiddenPlaceOf(fields)}
        hint="Paragraphs, lists and links may be written in HTML. While the street is hidden, links and what tells the address are taken out."
        value={fields.description}
        error={errors.description}
        onChange={(description) => editor.set({ description })}
      />
    </Section>
  )
}
