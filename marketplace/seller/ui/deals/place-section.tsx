/** Where the house is, and who may know it. */
import { useSignals } from '@preact/signals-react/runtime'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import { ADDRESS_RULES, type SellerDealWire } from '#shared/contract/seller-listing.ts'
import { zoneLabel } from '#shared/format/time-zones.ts'
import { STATES } from '#shared/rules/states.ts'
import { CheckField, NumberField, Section, SelectField, TextField, TWO_COLUMNS } from './fields.tsx'

const STATE_OPTIONS = STATES.map(({ abbr, name }) => ({ value: abbr, label: name })).toSorted((a, b) =>
  a.label.localeCompare(b.label),
)

const RULE_WORDS: Readonly<Record<(typeof ADDRESS_RULES)[number], string>> = {
  manual: 'Each request is answered in the seller app',
  id_verified: 'Buyers with a verified ID get it at once',
  proof_of_funds: 'Buyers whose proof of funds counts get it at once',
  everyone: 'Every buyer who asks gets it at once',
}
const RULE_OPTIONS = ADDRESS_RULES.map((value) => ({ value, label: RULE_WORDS[value] })).toReversed()

export function PlaceSection({ editor, deal }: { editor: DealEditor; deal: SellerDealWire }) {
  useSignals()
  const fields = editor.fields.value
  if (!fields) return null
  const errors = editor.errors.value
  const isFound = deal.fields.latitude !== null
  return (
    <Section title="Address">
      <div className={TWO_COLUMNS}>
        <AddressFields editor={editor} />
        <TextField
          label="Parcel number"
          maxLength={60}
          hint="Identifies the house among other listings."
          value={fields.parcel}
          error={errors.parcel}
          onChange={(parcel) => editor.set({ parcel })}
        />
        <p className="self-end text-sm text-text-2">
          {isFound
            ? `Found in ${deal.county ? `${deal.county} County` : fields.city}. Time zone: ${zoneLabel(deal.time_zone)}.`
            : 'The place is found once you have entered the state and ZIP code.'}
        </p>
      </div>
      <CheckField
        label="Show the street to everybody"
        hint="Otherwise buyers see the city, the ZIP code and an approximate location, and ask for the address. Photos of the front, and the exact size, lot and year, can still lead somebody to a house in public records."
        isChecked={fields.is_street_shown}
        onChange={(is_street_shown) => editor.set({ is_street_shown })}
      />
      {fields.is_street_shown ? null : (
        <SelectField
          label="Who gets the address"
          options={RULE_OPTIONS}
          value={fields.address_rule}
          onChange={(rule) =>
            editor.set({ address_rule: ADDRESS_RULES.find((one) => one === rule) ?? 'manual' })
          }
        />
      )}
      <details>
        <summary className="cursor-pointer text-sm text-text-2">Exact place on the map</summary>
        <div className={`${TWO_COLUMNS} pt-3`}>
          <NumberField
            label="Latitude"
            value={fields.latitude}
            error={errors.latitude}
            onChange={(latitude) => editor.set({ latitude, longitude: fields.longitude })}
          />
          <NumberField
            label="Longitude"
            value={fields.longitude}
            error={errors.longitude}
            onChange={(longitude) => editor.set({ longitude, latitude: fields.latitude })}
          />
        </div>
      </details>
    </Section>
  )
}

/** The street, city, state and ZIP code, for a grid. */
export function AddressFields({ editor }: { editor: DealEditor }) {
  useSignals()
  const fields = editor.fields.value
  if (!fields) return null
  const errors = editor.errors.value
  return (
    <>
      <TextField
        label="Street"
        isRequired
        maxLength={200}
        value={fields.address}
        error={errors.address}
        onChange={(address) => editor.set({ address })}
      />
      <TextField
        label="City"
        isRequired
        maxLength={100}
        value={fields.city}
        error={errors.city}
        onChange={(city) => editor.set({ city })}
      />
      <SelectField
        label="State"
        isRequired
        none="Choose a state"
        options={STATE_OPTIONS}
        value={fields.state}
        error={errors.state}
        onChange={(state) => editor.set({ state })}
      />
      <TextField
        label="ZIP code"
        isRequired
        maxLength={10}
        value={fields.zip}
        error={errors.zip}
        onChange={(zip) => editor.set({ zip: zip.trim().slice(0, 5) })}
      />
    </>
  )
}
