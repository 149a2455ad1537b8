/** The manifests for Kubernetes and the systemd unit fit the schemas of their kinds, the image and the settings of the server. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, type IPodSpec, Secret, Service } from 'kubernetes-models/v1'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readSettings } from '#server/settings/environment.ts'
import { DOCKERFILE } from '#tests/support/compose-file.ts'

const DEPLOY = fileURLToPath(new URL('../../server/deploy/', import.meta.url))
const read = (file: string) => readFileSync(`${DEPLOY}${file}`, 'utf8')
const readAll = (file: string) =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS())

const kustomization: { resources: string[]; configMapGenerator: { literals: string[] }[] } = parse(
  read('kubernetes/kustomization.yaml'),
)
const manifests = kustomization.resources.flatMap(readAll)
const MODELS = { Deployment, HorizontalPodAutoscaler, Job, PodDisruptionBudget, Service, ConfigMap, Secret }
const of = <Kind extends keyof typeof MODELS>(kind: Kind) => {
  const found = manifests.filter((one) => one.kind === kind)
  expect(found).toHaveLength(1)
  return new MODELS[kind](found[0]) as InstanceType<(typeof MODELS)[Kind]>
}
const pods = (): IPodSpec[] =>
  [of('Deployment').spec?.template.spec, of('Job').spec?.template.spec].filter((spec) => spec !== undefined)

it('kustomization.yaml names every manifest', () => {
  const files = readdirSync(`${DEPLOY}kubernetes`).filter((file) => file !== 'kustomization.yaml')
  expect([...kustomization.resources].sort()).toEqual(files.sort())
})

it.each(['Deployment', 'Service', 'Job', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'] as const)(
  'the %s fits its schema',
  (kind) => {
    expect(() => of(kind).validate()).not.toThrow()
  },
)

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
  const [server] = of('Deployment').spec?.template.spec?.containers ?? []
  const [, port] = /^EXPOSE (\d+)$/m.exec(DOCKERFILE) ?? []
  expect(server?.ports).toEqual([{ name: 'http', containerPort: Number(port) }])
  expect(server?.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'http' })
  expect(server?.startupProbe?.httpGet).toEqual({ path: '/livez', port: 'http' })
  expect(server?.readinessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
})

it('service, budget and autoscaler are about the pods of the deployment', () => {
  const labels = of('Deployment').spec?.template.metadata?.labels
  expect(of('Deployment').spec?.selector.matchLabels).toEqual(labels)
  expect(of('Service').spec?.selector).toEqual(labels)
  expect(of('PodDisruptionBudget').spec?.selector?.matchLabels).toEqual(labels)
  const { kind, name } = of('HorizontalPodAutoscaler').spec?.scaleTargetRef ?? {}
  expect([kind, name]).toEqual(['Deployment', of('Deployment').metadata?.name])
  // The job's pod answers no call.
  expect(of('Job').spec?.template.metadata?.labels).not.toEqual(labels)
})

it('the server takes the settings, and may end what it has begun', () => {
  const literals = kustomization.configMapGenerator.flatMap((one) => one.literals)
  const env = Object.fromEntries(literals.map((one) => one.split(/=(.*)/s).slice(0, 2)))
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

it('the systemd unit starts the server as the image does', () => {
  const [, command = ''] = /^CMD (\[.+\])$/m.exec(DOCKERFILE) ?? []
  expect(read('plat.service')).toContain(`ExecStart=/usr/bin/${JSON.parse(command).join(' ')}\n`)
})
