/** The manifests for Kubernetes as kubectl renders them: each object fits the schema of its kind, the image and the server, and names what is there. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fastify } from 'fastify'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, type IPodTemplateSpec, Service } from 'kubernetes-models/v1'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { registerHealth } from '#server/core/http/health.ts'
import { readSettings } from '#server/settings/environment.ts'
import { DOCKERFILE } from '#tests/support/compose-file.ts'
import { version } from '../../package.json' with { type: 'json' }

const FOLDER = fileURLToPath(new URL('../../server/deploy/kubernetes/', import.meta.url))
const GUIDE = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const MODELS = { ConfigMap, Deployment, HorizontalPodAutoscaler, Job, PodDisruptionBudget, Service }
type Kind = keyof typeof MODELS

const parsed = (text: string): InstanceType<(typeof MODELS)[Kind]>[] =>
  parseAllDocuments(text).map((document) => document.toJS())
const rendered = parsed(execFileSync('kubectl', ['kustomize', FOLDER], { encoding: 'utf8' }))

function of<K extends Kind>(kind: K): InstanceType<(typeof MODELS)[K]> {
  const [found, ...more] = rendered.filter((one) => one.kind === kind)
  expect([found?.kind, more]).toEqual([kind, []])
  return found as InstanceType<(typeof MODELS)[K]>
}
const templates = (): IPodTemplateSpec[] =>
  [of('Deployment').spec?.template, of('Job').spec?.template].filter((one) => one !== undefined)
const pods = () => templates().flatMap(({ spec }) => spec ?? [])
const [server] = of('Deployment').spec?.template.spec?.containers ?? []

/** Schemas admit fields that they do not know, as a misspelled one is: those that no check of the schema has read. */
function unreadFields(value: object, path: string, check: (watched: object) => void): string[] {
  const unread = new Set<string>()
  const watched = new Map<string, object>()
  const watch = (one: object, at: string): object => {
    for (const name of Object.keys(one)) unread.add(`${at}.${name}`)
    const made = new Proxy(one, {
      get(target, name) {
        const field = `${at}.${String(name)}`
        unread.delete(field)
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'object' || member === null) return member
        return watched.get(field) ?? watch(member, field)
      },
    })
    watched.set(at, made)
    return made
  }
  check(watch(value, path))
  return [...unread]
}

it('kustomization.yaml names every manifest', () => {
  const nameOf = ({ kind, metadata }: (typeof rendered)[number]) => `${kind} ${metadata?.name}`
  const files = readdirSync(FOLDER).filter((file) => file !== 'kustomization.yaml')
  const written = files.flatMap((file) => parsed(readFileSync(FOLDER + file, 'utf8'))).map(nameOf)
  expect(rendered.map(nameOf).sort()).toEqual([...written, nameOf(of('ConfigMap'))].sort())
})

it.each(Object.keys(MODELS) as Kind[])('the %s fits its schema', (kind) => {
  const { apiVersion, prototype } = MODELS[kind]
  expect(of(kind).apiVersion).toBe(apiVersion)
  const check = (watched: object) => expect(() => prototype.validate.call(watched)).not.toThrow()
  expect(unreadFields(of(kind), kind, check)).toEqual([])
})

it('every object is in the namespace that the guide creates', () => {
  const [, namespace] = /^kubectl create namespace (\S+)$/m.exec(GUIDE) ?? []
  expect(rendered.map(({ metadata }) => metadata?.namespace)).toEqual(rendered.map(() => namespace))
})

it('every container runs the image of this version', () => {
  const images = pods().flatMap(({ containers }) => containers.map(({ image }) => image))
  expect(images).toEqual(Array(2).fill(`registry.example.com/plat-server:${version}`))
})

it('pods take their settings from the rendered ConfigMap and the Secret that the guide creates, and mount volumes that they have', () => {
  const [, secret] = /create secret generic (\S+) /.exec(GUIDE) ?? []
  for (const { containers, volumes } of pods()) {
    const names = volumes?.map(({ name }) => name)
    for (const { envFrom, volumeMounts } of containers) {
      expect(envFrom).toEqual([
        { configMapRef: { name: of('ConfigMap').metadata?.name } },
        { secretRef: { name: secret } },
      ])
      expect(volumeMounts?.map(({ name }) => name)).toEqual(names)
    }
  }
})

it('no pod runs as root, writes to its image, gains rights or talks to the cluster', () => {
  for (const pod of pods()) {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    expect(pod.automountServiceAccountToken).toBe(false)
    for (const { securityContext } of pod.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  }
})

it('a pod is restarted when its process hangs, and only left out when its database is away', () => {
  const [, port] = /^EXPOSE (\d+)$/m.exec(DOCKERFILE) ?? []
  expect(server?.ports).toEqual([{ name: 'http', containerPort: Number(port) }])
  expect(server?.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'http' })
  expect(server?.startupProbe?.httpGet).toEqual({ path: '/livez', port: 'http' })
  expect(server?.readinessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
  const app = fastify()
  registerHealth(app, {} as never)
  for (const url of ['/livez', '/healthz']) expect(app.hasRoute({ method: 'GET', url })).toBe(true)
})

it('service, budget, spread and autoscaler are about the pods of the deployment', () => {
  const deployment = of('Deployment')
  const template = deployment.spec?.template
  const labels = template?.metadata?.labels
  expect(deployment.spec?.selector.matchLabels).toEqual(labels)
  expect(template?.spec?.topologySpreadConstraints?.map((one) => one.labelSelector?.matchLabels)).toEqual([
    labels,
  ])
  expect(of('Service').spec?.selector).toEqual(labels)
  const ports = server?.ports?.map(({ name }) => name)
  expect(of('Service').spec?.ports?.map(({ targetPort }) => targetPort)).toEqual(ports)
  expect(of('PodDisruptionBudget').spec?.selector?.matchLabels).toEqual(labels)
  const { apiVersion, kind, metadata } = deployment
  const { scaleTargetRef, metrics } = of('HorizontalPodAutoscaler').spec ?? {}
  expect(scaleTargetRef).toEqual({ apiVersion, kind, name: metadata?.name })
  // What it measures is a share of what a pod asks for.
  for (const { resource } of metrics ?? [])
    expect(Object.keys(server?.resources?.requests ?? {})).toContain(resource?.name)
  // The job's pod answers no call.
  expect(of('Job').spec?.template.metadata?.labels).not.toEqual(labels)
})

it('the server takes the settings, and may end what it has begun', () => {
  const env = of('ConfigMap').data ?? {}
  const secrets = {
    PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
    DATABASE_URL: 'postgres://plat:plat@postgres:5432/plat',
    S3_ACCESS_KEY_ID: 'plat',
    S3_SECRET_ACCESS_KEY: 'plat-plat-plat',
  }
  expect(readSettings({ ...env, ...secrets })).toMatchObject({ publicUrl: env.PUBLIC_URL, trustProxy: true })
  const graceSeconds = of('Deployment').spec?.template.spec?.terminationGracePeriodSeconds
  expect(graceSeconds).toBeGreaterThanOrEqual(Number(env.DRAIN_SECONDS) + 15)
})
