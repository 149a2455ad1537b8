/** The face as a custom elements manifest (schema 2.1), which editors and catalogs read. Paths are those of the npm package. */
import type { Manifest } from './manifest.ts'

const text = (type: string) => ({ text: type })

export function customElements(manifest: Manifest): object {
  const declaration = { name: manifest.className, module: ELEMENT }
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: ELEMENT,
        declarations: [elementOf(manifest)],
        exports: [{ kind: 'js', name: manifest.className, declaration }],
      },
      {
        kind: 'javascript-module',
        path: 'define.js',
        declarations: [],
        exports: [{ kind: 'custom-element-definition', name: manifest.tag, declaration }],
      },
    ],
  }
}

const ELEMENT = 'element.js'

function elementOf(manifest: Manifest): object {
  return {
    kind: 'class',
    name: manifest.className,
    customElement: true,
    tagName: manifest.tag,
    superclass: { name: 'HTMLElement' },
    description: 'A messenger between a buyer and the sellers they talk to.',
    attributes: manifest.attributes.map(({ name, type, property, says }) => ({
      name,
      ...(property ? { fieldName: property } : {}),
      type: text(type),
      description: says,
    })),
    members: [
      ...manifest.properties.map(({ name, type, says }) => {
        const attribute = manifest.attributes.find(({ property }) => property === name)?.name
        return {
          kind: 'field',
          name,
          type: text(type),
          ...(attribute ? { attribute } : {}),
          description: says,
        }
      }),
      ...manifest.methods.map(({ name, parameters, returns = 'void', says }) => ({
        kind: 'method',
        name,
        parameters: parameters.map(({ name, type, isOptional }) => ({
          name,
          type: text(type),
          optional: isOptional,
        })),
        return: { type: text(returns) },
        description: says,
      })),
    ],
    events: Object.entries(manifest.events).map(([name, { detail, says }]) => ({
      name,
      type: text(`CustomEvent<${detail}>`),
      description: says,
    })),
    slots: manifest.slots.map(({ name, says }) => ({ name, description: says })),
    cssParts: manifest.parts.map(({ name, states, says }) => ({
      name,
      description: states ? `${says} States: ${states.join(', ')}.` : says,
    })),
    cssProperties: manifest.cssProperties.map(({ name, syntax, initial, says }) => ({
      name,
      syntax,
      default: initial,
      description: says,
    })),
  }
}
